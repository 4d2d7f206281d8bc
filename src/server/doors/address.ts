/** An IPv4 address that came through an IPv6 socket is the same address. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');
