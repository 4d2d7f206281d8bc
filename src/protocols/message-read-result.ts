/** One attempt to read a message from the front of the bytes received. */
export type ReadResult<Message> =
  | { readonly kind: 'message'; readonly message: Message; readonly length: number }
  | { readonly kind: 'more' }
  /** Nothing after this can be read. */
  | { readonly kind: 'broken'; readonly message: Message };
