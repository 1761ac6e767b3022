import type { MediaSource } from '@reason/core/conversation'
import { textToBase64 } from '@reason/wire-kit'

/** A file of plain text. Megabytes take long to encode, so only formats that take no text have them encoded. */
export const fileOfText = (text: string): MediaSource => ({
  type: 'data',
  mediaType: 'text/plain',
  text,
  get data() {
    return textToBase64(text)
  },
})
