/** The first line of the server. A person could not guess that `1 1` asks for the password; clients look for that text, so it is not here. */
export const BANNER = 'Tengen: Go over IGS. At a terminal, type your name, then a password; help lists the commands.';
