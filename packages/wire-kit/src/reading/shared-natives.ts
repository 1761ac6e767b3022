import type { NativePart } from '@reason/core/parts'
import { asList, asLoose, isText, type Loose } from '../values/loose.ts'

/** An image that a model made: as base64, or as a URL. */
export type MadeImage = { mediaType: string; data: string } | { url: string }

/** A citation of an answer: a page with its URL, or a file. */
export type Citation = { url: string; title: string } | { file: string; title: string }

type Native = Pick<NativePart, 'wire' | 'event' | 'value' | 'channel' | 'item'>

const dataUrl = /^data:([\w/.+-]+);base64,(.+)$/s

/** Readers of images, by wire format. @see `@google/genai` `Blob` and `ImageContent`, OpenRouter `message.images`, openai `ImageGenerationCall`, Converse's `ImageBlock` */
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
  'gemini-interactions'({ value }) {
    const { type, data, mime_type: mediaType, uri } = asLoose(value)
    if (type !== 'image') return []
    if (isText(data)) return [{ mediaType: isText(mediaType) ? mediaType : 'image/png', data }]
    return [isText(uri) ? { url: uri } : undefined]
  },
  'bedrock-converse'({ event, value }) {
    const { format, source } = asLoose(asLoose(value).image)
    const { bytes: data } = asLoose(source)
    return [event === 'image' && isText(data) ? { mediaType: `image/${isText(format) ? format : 'png'}`, data } : undefined]
  },
}

/** Returns the images in a native part of any format, unless the part is reasoning. */
export function imagesIn(native: Native): MadeImage[] {
  if (native.channel === 'reasoning') return []
  return imageReaders[native.wire]?.(native).filter((image) => image !== undefined) ?? []
}

/** Returns the URL of an image, which may be a data URL. */
export const addressOf = (image: MadeImage): string => ('url' in image ? image.url : `data:${image.mediaType};base64,${image.data}`)

/** Readers of the type of an item, by wire format. */
const itemReaders: Readonly<Record<string, (native: Native) => string | undefined>> = {
  'openai-responses': ({ event, value }) => (event === 'output_item.done' ? String(asLoose(value).type) : undefined),
  // A block has an index, and its type is its event.
  'anthropic-messages': ({ event, item, value }) =>
    item !== undefined && event === asLoose(value).type && !event.endsWith('_tool_result') ? event : undefined,
  gemini({ event }) {
    const field = after('part.', event)
    return field === 'inlineData' || field === 'fileData' ? 'media' : field
  },
  'gemini-interactions'({ event }) {
    const step = after('step.', event)
    return step?.endsWith('_call') === true ? step : media.find((name) => event === `delta.${name}`)
  },
  'bedrock-converse'({ event, value }) {
    if (event === 'toolUse') return 'server_tool_use'
    return media.find((name) => event === name && asLoose(value)[name] !== undefined)
  },
  'openai-chat': ({ event }) => [...media, 'executed_tools'].find((name) => after('message.', event) === name),
}
const media = ['audio', 'document', 'video']
const after = (prefix: string, text: string): string | undefined => (text.startsWith(prefix) ? text.slice(prefix.length) : undefined)

/** Items that only prepare an answer. */
const preparing: ReadonlySet<string> = new Set([
  ...'additional_tools compaction mcp_list_tools tool_search_output'.split(' '),
  ...'fallback mcp_tool_listing'.split(' '),
  ...'mediaProcessing mediaResolution partMetadata speechMetadata videoMetadata'.split(' '),
])

/** Returns the type of an item of an answer that other formats have no place for: a tool that the provider ran, or media. */
export function itemIn(native: Native): string | undefined {
  const name = itemReaders[native.wire]?.(native)
  return name === undefined || preparing.has(name) ? undefined : name
}

const fromFields = ({
  url,
  uri,
  document_uri: document,
  title,
  name: named,
  source,
  document_title: documentTitle,
  file_id: file,
  filename,
  file_name: fileName,
}: Loose): Citation | undefined => {
  const place = [url, uri, document, source].find((one) => isText(one) && /^https?:/i.test(one)) as string | undefined
  const name = [title, named, documentTitle, filename, fileName, source].find(isText) ?? ''
  if (place !== undefined) return { url: place, title: name }
  return isText(file) || name !== '' ? { file: isText(file) ? file : '', title: name } : undefined
}

/**
 * Readers of citations, by wire format and event. @see `@anthropic-ai/sdk` `TextCitation`, `@google/genai`
 * `GroundingChunk` and `Annotation`, openai `Annotation` of both APIs, `Citation` of Converse and Cohere,
 * Perplexity's `search_results`, `@mistralai/mistralai` `ToolReferenceChunk`
 */
const citationReaders: Readonly<Record<string, (value: unknown) => readonly (Citation | undefined)[]>> = {
  'anthropic-messages citation': (value) => [fromFields(asLoose(value))],
  // Converse keeps the URL of a page in a nested object.
  'bedrock-converse citation': (value) => {
    const { title, source, location } = asLoose(value)
    return [fromFields({ title, source, ...asLoose(asLoose(location).web) })]
  },
  'cohere citation': (value) =>
    asList(asLoose(value).sources).map((source) => {
      const { document, tool_output: output } = asLoose(source)
      return fromFields(asLoose(document ?? output))
    }),
  'gemini-interactions delta.text_annotation_delta': (value) => asList(asLoose(value).annotations).map((one) => fromFields(asLoose(one))),
  'gemini candidate.groundingMetadata': (value) =>
    asList(asLoose(value).groundingChunks).map((chunk) => fromFields(asLoose(asLoose(chunk).web ?? asLoose(chunk).retrievedContext))),
  // Perplexity's pages, with and without a title. Both fields have the same pages, and stand in every chunk.
  'openai-chat search_results': (value) => asList(value).map((one) => fromFields(asLoose(one))),
  'openai-chat citations': (value) => asList(value).map((one) => fromFields(isText(one) ? { url: one } : asLoose(one))),
  'openai-chat message.annotations': (value) => asList(value).map((one) => fromFields(asLoose(asLoose(one).url_citation))),
  'openai-chat message.content': (value) => (asLoose(value).type === 'tool_reference' ? [fromFields(asLoose(value))] : []),
  'openai-responses annotation': (value) => [fromFields(asLoose(value))],
}

/** Returns the citations in a native part of any format. */
export const citationsIn = ({ wire, event, value }: Native): Citation[] =>
  citationReaders[`${wire} ${event}`]?.(value).filter((citation) => citation !== undefined) ?? []
