import type { TemplateValue } from './library.ts'
import { LimitError } from './limits.ts'

/** An argument of a template's method: plain texts and numbers, and lists of the interpreter's values. */
type Plain = unknown

/** @param maxChars - Limit of the result's length. */
type Method = (self: never, given: readonly Plain[], maxChars: number) => unknown

const text = (value: Plain): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : value === true ? 'True' : value === false ? 'False' : ''

/** Strips the characters of a set, or whitespace. Builds no pattern from the template's text. */
function strip(self: string, set: Plain, fromStart: boolean, fromEnd: boolean): string {
  if (typeof set !== 'string') return fromStart ? (fromEnd ? self.trim() : self.trimStart()) : self.trimEnd()
  let start = 0
  let end = self.length
  while (fromStart && start < end && set.includes(self[start]!)) start++
  while (fromEnd && end > start && set.includes(self[end - 1]!)) end--
  return self.slice(start, end)
}

function partition(self: string, separator: string, last: boolean): string[] {
  const at = last ? self.lastIndexOf(separator) : self.indexOf(separator)
  if (at === -1) return last ? ['', '', self] : [self, '', '']
  return [self.slice(0, at), separator, self.slice(at + separator.length)]
}

function rsplit(self: string, separator: Plain, most: Plain): string[] {
  const parts = typeof separator === 'string' && separator !== '' ? self.split(separator) : self.trim().split(/\s+/)
  if (typeof most !== 'number' || most < 0 || parts.length <= most + 1) return parts
  const head = parts.slice(0, parts.length - most)
  return [head.join(typeof separator === 'string' ? separator : ' '), ...parts.slice(parts.length - most)]
}

/** `'{} and {0}'.format(a)`. Leaves names and format specifications unchanged. */
function format(self: string, given: readonly Plain[], maxChars: number): string {
  let next = 0
  const longest = Math.max(0, ...given.map((one) => text(one).length))
  checkLength(self.length + longest * count(self, '{'), maxChars)
  return self.replaceAll(/\{(\d*)\}/g, (_, index: string) => text(given[index === '' ? next++ : Number(index)]))
}

/** Replaces text like Python. An empty text matches between all characters. */
function replace(self: string, from: string, to: string, maxChars: number, most = -1): string {
  const times = count(self, from)
  checkLength(self.length + times * Math.max(0, to.length - from.length), maxChars)
  if (most < 0 || most >= times) return from === '' ? to + [...self].map((one) => one + to).join('') : self.split(from).join(to)
  const parts = self.split(from)
  return [parts.slice(0, most + 1).join(to), ...parts.slice(most + 1)].join(from)
}

function join(separator: string, texts: readonly string[], maxChars: number): string {
  checkLength(
    texts.reduce((all, one) => all + one.length + separator.length, 0),
    maxChars,
  )
  return texts.join(separator)
}

function indent(self: string, width: TemplateValue | undefined, first: TemplateValue | undefined, maxChars: number): string {
  const blanks = typeof width?.value === 'string' ? width.value : ' '.repeat(Math.min(Number(width?.value ?? 4), 64))
  const lines = self.split('\n')
  checkLength(self.length + lines.length * blanks.length, maxChars)
  return lines.map((line, index) => (line === '' || (index === 0 && first?.value !== true) ? line : blanks + line)).join('\n')
}

function checkLength(length: number, maxChars: number): void {
  if (length > maxChars) throw new LimitError(`Rendering builds a text of ${length} characters; at most ${maxChars} are.`)
}

const count = (self: string, part: string): number => (part === '' ? self.length + 1 : self.split(part).length - 1)

const strings: Record<string, (self: string, given: readonly Plain[], maxChars: number) => unknown> = {
  strip: (self, [set]) => strip(self, set, true, true),
  lstrip: (self, [set]) => strip(self, set, true, false),
  rstrip: (self, [set]) => strip(self, set, false, true),
  find: (self, [part]) => self.indexOf(text(part)),
  index: (self, [part]) => self.indexOf(text(part)),
  rfind: (self, [part]) => self.lastIndexOf(text(part)),
  count: (self, [part]) => count(self, text(part)),
  format,
  replace: (self, [from, to, most], maxChars) => replace(self, text(from), text(to), maxChars, typeof most === 'number' ? most : -1),
  join: (self, [list], maxChars) => join(self, Array.isArray(list) ? list.map(spellingOf) : [], maxChars),
  partition: (self, [separator]) => partition(self, text(separator), false),
  rpartition: (self, [separator]) => partition(self, text(separator), true),
  rsplit: (self, [separator, most]) => rsplit(self, separator, most),
  splitlines: (self) => self.split(/\r\n|\n|\r/),
  removeprefix: (self, [part]) => (self.startsWith(text(part)) ? self.slice(text(part).length) : self),
  removesuffix: (self, [part]) => (self.endsWith(text(part)) ? self.slice(0, self.length - text(part).length) : self),
  isdigit: (self) => /^\d+$/.test(self),
  isalpha: (self) => /^\p{L}+$/u.test(self),
  isalnum: (self) => /^[\p{L}\p{N}]+$/u.test(self),
  isspace: (self) => self !== '' && self.trim() === '',
  isupper: (self) => self !== self.toLowerCase() && self === self.toUpperCase(),
  islower: (self) => self !== self.toUpperCase() && self === self.toLowerCase(),
  casefold: (self) => self.toLowerCase(),
}

const lists: Record<string, (self: TemplateValue[], given: readonly Plain[]) => unknown> = {
  count: (self, [one]) => self.filter(({ value }) => value === one).length,
  index: (self, [one]) => self.findIndex(({ value }) => value === one),
}

/** Methods that templates call and the library lacks, by the value's type. */
export const pythonMethods: Record<string, Record<string, Method>> = { StringValue: strings, ArrayValue: lists }

type Filter = (operand: TemplateValue, given: readonly TemplateValue[], maxChars: number) => unknown

const listOf = ({ value }: TemplateValue): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? [...value] : value instanceof Map ? [...value.keys()] : []

/** A value as text. Undefined values are empty. */
export const spelling = ({ value }: TemplateValue): string => (value === null ? 'None' : value === undefined ? '' : text(value))

const spellingOf = (one: unknown): string => (typeof one === 'string' ? one : spelling(one as TemplateValue))

const numbers = (operand: TemplateValue): number[] => listOf(operand).map((one) => Number((one as TemplateValue).value))

/** Filters by name, for operands that the library refuses. */
export const filters: Record<string, Filter> = {
  first: (operand) => listOf(operand)[0],
  last: (operand) => listOf(operand).at(-1),
  list: (operand) => listOf(operand),
  length: (operand) => listOf(operand).length,
  count: (operand) => listOf(operand).length,
  reverse: (operand) => listOf(operand).toReversed(),
  join: (operand, [separator], maxChars) =>
    join(separator === undefined ? '' : spelling(separator), listOf(operand).map(spellingOf), maxChars),
  string: spelling,
  trim: (operand, [set]) => strip(spelling(operand), set?.value, true, true),
  lower: (operand) => spelling(operand).toLowerCase(),
  upper: (operand) => spelling(operand).toUpperCase(),
  title: spelling,
  capitalize: spelling,
  replace: (operand, [from, to, most], maxChars) =>
    replace(spelling(operand), spelling(from ?? operand), to === undefined ? '' : spelling(to), maxChars, Number(most?.value ?? -1)),
  escape: spelling,
  e: spelling,
  forceescape: spelling,
  default: (operand, [other]) => (operand.type === 'UndefinedValue' ? other : operand),
  d: (operand, [other]) => (operand.type === 'UndefinedValue' ? other : operand),
  int: () => 0,
  float: () => 0,
  items: () => [],
  dictsort: () => [],
  round: ({ value }) => Math.round(Number(value)),
  abs: ({ value }) => Math.abs(Number(value)),
  sum: (operand) => numbers(operand).reduce((all, one) => all + one, 0),
  min: (operand) => Math.min(...numbers(operand)),
  max: (operand) => Math.max(...numbers(operand)),
  map: (operand, [name], maxChars) =>
    listOf(operand).map((one) => filters[spelling(name ?? operand)]?.(one as TemplateValue, [], maxChars) ?? one),
  select: (operand) => listOf(operand).filter((one) => Boolean((one as TemplateValue).value)),
  reject: (operand) => listOf(operand).filter((one) => !(one as TemplateValue).value),
  selectattr: () => [],
  rejectattr: (operand) => listOf(operand),
  indent: (operand, [width, first], maxChars) => indent(spelling(operand), width, first, maxChars),
}
