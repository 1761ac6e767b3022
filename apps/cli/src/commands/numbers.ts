import { InvalidArgumentError } from 'commander'
import { countOf } from '../count.ts'

type Parser = (text: string) => number

/** Creates the parser of a flag for a whole number. */
export const wholeNumber = (least: number): Parser => parser(whole, `a whole number, ${least} or more`, least)

/** Creates the parser of a flag for a count: `200000`, `200k`, `1.5M`. */
export const countFlag = (least: number): Parser => parser(countOf, `a whole number, ${least} or more: 200000, 200k, 1.5M`, least)

/** Parses a timeout in seconds, which is at most what a timer takes. */
export const seconds = parser(whole, 'a whole number, 1 to 2147483', 1, 2_147_483)

export const decimal = parser((text) => (text.trim() === '' ? Number.NaN : Number(text)), 'a number')

function whole(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

function parser(read: Parser, expected: string, least = -Number.MAX_VALUE, most = Number.MAX_VALUE): Parser {
  return (text) => {
    const number = read(text)
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be ${expected}.`)
  }
}
