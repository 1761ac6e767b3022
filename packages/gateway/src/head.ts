/** Headers of a request or an answer. Names are in lower case; Node's own `IncomingHttpHeaders` fit. */
export type Head = Readonly<Record<string, string | string[] | undefined>> & {
  readonly authorization?: string | undefined
  readonly 'content-encoding'?: string | undefined
  readonly 'content-type'?: string | undefined
  readonly location?: string | undefined
}

/** Headers of a request, each as often as it came. */
export type HeadLines = Readonly<Record<string, string[] | undefined>>
