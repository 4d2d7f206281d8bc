/** The first line of the server. */
export const BANNER = 'Tengen: Go over IGS';
