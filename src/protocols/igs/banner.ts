/**
 * The server's first line. It explains the password for users of a terminal. It must not contain `1 1`, which clients read as
 * the request for the password.
 */
export const BANNER = 'Tengen: Go over IGS. At a terminal, type your name, then a password; help lists the commands.';
