import type { AssistantMessage } from '@reason/core/conversation'
import type { SealPlaces, WriterOptions } from '@reason/core/wire'
import type { CallReferences } from './call-references.ts'
import type { SealContext, Sealer } from './sealer.ts'

export interface AttachOptions {
  sealer: Sealer
  context: SealContext
  /** The `sealPlaces` of the client's format. Undefined: the client returns everything unchanged. */
  places: SealPlaces | undefined
  /**
   * Returns the reader's record (`messageOf`) of everything so far. Called at the end of the message, and for some
   * clients when the answer begins.
   */
  record: () => AssistantMessage
  /** Visible amount of reasoning. Below `full`, seals of providers are removed. */
  visibility: 'full' | 'summary' | 'label' | 'none'
  /**
   * When to seal. `needed`: if the client's own format cannot return everything that the provider needs. The format
   * differs, has no reliable place for seals (Chat Completions), or hides something. `always`: also otherwise, for text
   * that was split here. Default `needed`.
   */
  when?: 'needed' | 'always'
  /**
   * Place of the sealed value. `field`: the format's own opaque field. `call-id`: ids of tool calls, for clients that
   * return nothing else; a message without calls uses the field. Each id carries the reasoning before its call. Below
   * `full`, in Chat Completions, calls are delayed to the end of the message instead, and the first id carries
   * everything. `both`. Default `field`.
   */
  carrier?: 'field' | 'call-id' | 'both'
  /** True if the client returns blocks with text and a seal. Ids then carry only the seals of their own calls. Default false. */
  keepsBlocks?: boolean
  /** Maximum length of a sealed value in an id, in characters. Default 8192. A longer one goes into the field. */
  maxCallId?: number
  /** Whether reasoning may be sealed before the answer begins. Default true. Set it to false if the reasoning is part of the answer's own text. */
  sealsEarly?: boolean
  /** Replaces long ids with short references, which `withCallIds` resolves. Default: the value is part of the id. */
  references?: Pick<CallReferences, 'put'> | undefined
  /** Digest of the values sealed earlier in the conversation (`digestOfSealed`). These values then expire together with the new one. */
  before?: string | undefined
  /** Whether the provider would get any reasoning or seal of this message back. Default: yes. */
  isWantedBack?: (message: AssistantMessage) => boolean
  /** Number of choices in the request. With more than one, nothing is sealed, as the client may continue any of them. Default 1. */
  choices?: number
  /** Channel of written commentary. Commentary in the answer is part of the text that the client has seen. */
  commentary?: WriterOptions['commentary']
}
