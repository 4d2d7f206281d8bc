/** The result of an attempt to read one message from the front of the received bytes. */
export type ReadResult<Message> =
  | { readonly kind: 'message'; readonly message: Message; readonly length: number }
  | { readonly kind: 'more' }
  /** The bytes are malformed, and nothing after them can be read. */
  | { readonly kind: 'broken'; readonly message: Message };
