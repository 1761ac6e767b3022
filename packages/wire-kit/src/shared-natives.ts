import type { NativePart } from '@reason/core/parts'
import { asList, asLoose, isText, type Loose } from './loose.ts'

/** An image that a model made: as base64, or as a URL. */
export type MadeImage = { mediaType: string; data: string } | { url: string }

/** A citation of an answer: a page with its URL, or a file. */
export type Citation = { url: string; title: string } | { file: string; title: string }

type Native = Pick<NativePart, 'wire' | 'event' | 'value' | 'channel'>

const dataUrl = /^data:([\w/.+-]+);base64,(.+)$/s

/** Readers of images, by wire format. @see `@google/genai` `Blob`, OpenRouter `message.images`, openai `ImageGenerationCall` */
const imageReaders: Readonly<Record<string, (native: Native) => readonly (MadeImage | undefined)[]>> = {
  gemini({ value }) {
    const { mimeType, data } = asLoose(asLoose(value).inlineData)
    return [isText(mimeType) && mimeType.startsWith('image/') && isText(data) ? { mediaType: mimeType, data } : undefined]
  },
  'openai-chat'({ value }) {
    return (Array.isArray(value) ? asList(value) : [value]).map((one) => {
      const { url } = asLoose(asLoose(one).image_url)
      const [, mediaType, data] = (isText(url) && dataUrl.exec(url)) || []
      if (mediaType !== undefined && data !== undefined) return { mediaType, data }
      return isText(url) ? { url } : undefined
    })
  },
  'openai-responses'({ event, value }) {
    const { type, result, output_format: format } = asLoose(value)
    if (type !== 'image_generation_call' || event === 'output_item.added' || !isText(result)) return []
    return [{ mediaType: `image/${isText(format) ? format : 'png'}`, data: result }]
  },
}

/** Returns the images in a native part of any format, unless the part is reasoning. */
export function imagesIn(native: Native): MadeImage[] {
  if (native.channel === 'reasoning') return []
  return imageReaders[native.wire]?.(native).filter((image) => image !== undefined) ?? []
}

/** Returns the URL of an image, which may be a data URL. */
export const addressOf = (image: MadeImage): string => ('url' in image ? image.url : `data:${image.mediaType};base64,${image.data}`)

const fromFields = ({ url, uri, title, source, document_title: documentTitle, file_id: file, filename }: Loose): Citation | undefined => {
  const place = [url, uri, source].find((one) => isText(one) && /^https?:/i.test(one)) as string | undefined
  const name = [title, documentTitle, filename, source].find(isText) ?? ''
  if (place !== undefined) return { url: place, title: name }
  return isText(file) || name !== '' ? { file: isText(file) ? file : '', title: name } : undefined
}

/**
 * Readers of citations, by wire format and event. @see `@anthropic-ai/sdk` `TextCitation`, `@google/genai`
 * `GroundingChunk`, openai `Annotation` of both APIs, `Citation` of Converse,
 * Perplexity's `search_results`
 */
const citationReaders: Readonly<Record<string, (value: unknown) => readonly (Citation | undefined)[]>> = {
  'anthropic-messages citation': (value) => [fromFields(asLoose(value))],
  // Converse keeps the URL of a page in a nested object.
  'bedrock-converse citation': (value) => {
    const { title, source, location } = asLoose(value)
    return [fromFields({ title, source, ...asLoose(asLoose(location).web) })]
  },
  'gemini candidate.groundingMetadata': (value) =>
    asList(asLoose(value).groundingChunks).map((chunk) => fromFields(asLoose(asLoose(chunk).web ?? asLoose(chunk).retrievedContext))),
  // Perplexity's pages, with and without a title. Both fields have the same pages, and stand in every chunk.
  'openai-chat search_results': (value) => asList(value).map((one) => fromFields(asLoose(one))),
  'openai-chat citations': (value) => asList(value).map((one) => fromFields(isText(one) ? { url: one } : asLoose(one))),
  'openai-chat message.annotations': (value) => asList(value).map((one) => fromFields(asLoose(asLoose(one).url_citation))),
  'openai-responses annotation': (value) => [fromFields(asLoose(value))],
}

/** Returns the citations in a native part of any format. */
export const citationsIn = ({ wire, event, value }: Native): Citation[] =>
  citationReaders[`${wire} ${event}`]?.(value).filter((citation) => citation !== undefined) ?? []
