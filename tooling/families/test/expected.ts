/** Expected facts of a template. Starts are those with thinking on, off and unset; `-` means that there is no such switch. */
export interface Expected {
  thought: string[]
  /** Default `tags`. */
  shape?: string
  start: string
  /** Starts after a tool's result. Default: `start`. */
  afterResult?: string
  /** Name, value that turns thinking on, value that turns it off, default. */
  switches?: string[]
  words?: string[]
  history?: string
  answer?: string
  tools?: string
  /** Service tokens. */
  tokens: string
  /** Token that ends the assistant's turn. */
  end?: string
  suffix?: string
}

/** Service tokens of ChatML. */
export const chatMl = { tokens: '<|im_start|> <|im_end|>', end: '<|im_end|>' } as const
