import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  /** 2: server, 3: client. */
  kind: number
  attributes: Record<string, unknown>
  /** 2: error. */
  status: number
  links: string[]
  /** Resource attributes of the sending process. */
  resource: Record<string, unknown>
}

export interface Receiver {
  url: string
  spans: ReceivedSpan[]
  /** Names of the received metrics. */
  metrics: Set<string>
  /** Headers of each request. */
  headers: IncomingHttpHeaders[]
}

/** Starts a receiver of OTLP over HTTP, for both encodings (JSON and protobuf). */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', spans: [], metrics: new Set(), headers: [] }
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(Buffer.concat(pieces)) : Buffer.concat(pieces)
    receiver.headers.push(request.headers)
    const json = request.headers['content-type'] === 'application/json'
    if (request.url === '/v1/traces') receiver.spans.push(...(json ? spansOfJson(bytes) : spansOfProtobuf(bytes)))
    else if (request.url === '/v1/metrics')
      for (const name of json ? metricsOfJson(bytes) : metricsOfProtobuf(bytes)) receiver.metrics.add(name)
    response.writeHead(200, { 'content-type': request.headers['content-type'] }).end(json ? '{}' : '')
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}

interface JsonValue {
  stringValue?: string
  boolValue?: boolean
  intValue?: number | string
  doubleValue?: number
  arrayValue?: { values: JsonValue[] }
}
type JsonAttributes = { key: string; value: JsonValue }[]
interface JsonSpan extends Omit<ReceivedSpan, 'attributes' | 'status' | 'links' | 'parentSpanId'> {
  parentSpanId?: string
  attributes: JsonAttributes
  status: { code?: number }
  links: { spanId: string }[]
}

function spansOfJson(bytes: Buffer): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(bytes.toString('utf8')) as {
    resourceSpans: { resource: { attributes: JsonAttributes }; scopeSpans: { spans: JsonSpan[] }[] }[]
  }
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, kind, attributes, status, links }) => ({
        traceId,
        spanId,
        parentSpanId,
        name,
        kind,
        resource: fromJson(resource.attributes),
        attributes: fromJson(attributes),
        status: status.code ?? 0,
        links: links.map((link) => link.spanId),
      })),
    ),
  )
}

const fromJson = (attributes: JsonAttributes) => Object.fromEntries(attributes.map(({ key, value }) => [key, jsonValue(value)]))

function jsonValue({ stringValue, boolValue, intValue, doubleValue, arrayValue }: JsonValue): unknown {
  if (arrayValue !== undefined) return arrayValue.values.map(jsonValue)
  return stringValue ?? boolValue ?? doubleValue ?? Number(intValue)
}

const metricsOfJson = (bytes: Buffer): string[] =>
  (
    JSON.parse(bytes.toString('utf8')) as { resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[] }
  ).resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)))

/** Fields of a protobuf message by number. Length-delimited values are bytes, other values numbers. */
function fieldsOf(bytes: Buffer): Map<number, (Buffer | number)[]> {
  const fields = new Map<number, (Buffer | number)[]>()
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const key = varint()
    const [field, type] = [Math.floor(key / 8), key % 8]
    let value: Buffer | number
    if (type === 0) value = varint()
    else if (type === 1) value = bytes.readDoubleLE((at += 8) - 8)
    else if (type === 5) value = bytes.readUInt32LE((at += 4) - 4)
    else {
      const length = varint()
      value = bytes.subarray(at, (at += length))
    }
    fields.set(field, [...(fields.get(field) ?? []), value])
  }
  return fields
}

const messages = (bytes: Buffer, ...path: number[]): Buffer[] =>
  path.reduce((all, field) => all.flatMap((one) => (fieldsOf(one).get(field) ?? []) as Buffer[]), [bytes])

const attributesOf = (message: Buffer, field: number): Record<string, unknown> =>
  Object.fromEntries(messages(message, field).map((pair) => [messages(pair, 1)[0]!.toString(), protobufValue(messages(pair, 2)[0]!)]))

function protobufValue(bytes: Buffer): unknown {
  const [[kind, [value]]] = [...fieldsOf(bytes)] as [[number, [Buffer | number]]]
  if (kind === 5) return messages(value as Buffer, 1).map(protobufValue)
  if (kind === 2) return value === 1
  return kind === 1 ? value.toString() : value
}

const spansOfProtobuf = (bytes: Buffer): ReceivedSpan[] =>
  messages(bytes, 1).flatMap((resourceSpans) =>
    messages(resourceSpans, 2, 2).map((span) => {
      const fields = fieldsOf(span)
      const hex = (field: number): string => ((fields.get(field)?.[0] ?? Buffer.alloc(0)) as Buffer).toString('hex')
      return {
        traceId: hex(1),
        spanId: hex(2),
        parentSpanId: hex(4),
        name: messages(span, 5)[0]!.toString(),
        kind: fields.get(6)![0] as number,
        attributes: attributesOf(span, 9),
        status: messages(span, 15).flatMap((status) => (fieldsOf(status).get(3) ?? []) as number[])[0] ?? 0,
        links: messages(span, 13, 2).map((id) => id.toString('hex')),
        resource: attributesOf(messages(resourceSpans, 1)[0]!, 1),
      }
    }),
  )

const metricsOfProtobuf = (bytes: Buffer): string[] => messages(bytes, 1, 2, 2, 1).map((name) => name.toString())
