/* The relay of relay.ts in C, for protocols of lines. It uses only system calls, and shows how much of the relay's cost is Node's. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_PLAYERS = 65536, LONGEST_LINE = 256 };

struct player {
  int partner; /* -1 before there is one */
  int held;
  char line[LONGEST_LINE];
};

static struct player *players[MOST_PLAYERS]; /* by file descriptor */
static int waiting = -1;                     /* pairs start one after the other, so at most one client waits */

static void send_line(int fd, const char *line, int length) {
  if (fd >= 0) send(fd, line, length, MSG_NOSIGNAL);
}

static void on_line(int fd, const char *line, int length) {
  struct player *player = players[fd];
  if (player->partner < 0 && waiting < 0) {
    waiting = fd;
    return;
  }
  if (player->partner < 0) {
    player->partner = waiting;
    players[waiting]->partner = fd;
    waiting = -1;
  }
  send_line(fd, line, length);
  send_line(player->partner, line, length);
}

static void hang_up(int fd) {
  int partner = players[fd]->partner;
  if (waiting == fd) waiting = -1;
  if (partner >= 0) players[partner]->partner = -1;
  free(players[fd]);
  players[fd] = NULL;
  close(fd);
}

static void on_readable(int fd) {
  struct player *player = players[fd];
  int count = recv(fd, player->line + player->held, LONGEST_LINE - player->held, 0);
  if (count <= 0) {
    hang_up(fd);
    return;
  }
  char *start = player->line, *end = player->line + player->held + count, *feed;
  while ((feed = memchr(start, '\n', end - start)) != NULL) {
    on_line(fd, start, feed + 1 - start);
    start = feed + 1;
  }
  player->held = end - start;
  memmove(player->line, start, player->held);
}

static void accept_client(int listener, int epoll) {
  int fd = accept(listener, NULL, NULL), yes = 1;
  if (fd < 0 || fd >= MOST_PLAYERS) return;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  players[fd] = calloc(1, sizeof *players[fd]);
  players[fd]->partner = -1;
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
  epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

int main(void) {
  int listener = socket(AF_INET, SOCK_STREAM, 0), epoll = epoll_create1(0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 1024) != 0) return 1;
  getsockname(listener, (struct sockaddr *)&address, &size);
  printf("listening on 127.0.0.1:%d\n", ntohs(address.sin_port));
  fflush(stdout);
  struct epoll_event events[256], event = {.events = EPOLLIN, .data.fd = listener};
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int count = epoll_wait(epoll, events, 256, -1);
    for (int i = 0; i < count; i++) {
      int fd = events[i].data.fd;
      if (fd == listener) accept_client(listener, epoll);
      else if (players[fd] != NULL) on_readable(fd);
    }
  }
}
