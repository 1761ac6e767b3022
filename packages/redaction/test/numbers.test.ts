import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCard, luhn } from '../src/detect/card.ts'
import { ibanAt } from '../src/detect/iban.ts'
import { isIp6 } from '../src/detect/ip.ts'
import { nationalIds, verhoeff } from '../src/detect/national.ts'
import { isInternational } from '../src/detect/phone.ts'
import { createRedactor, nationalIdTypes } from '../src/index.ts'

test('one wrong digit is no card', () => {
  for (const number of [
    '4111111111111111',
    '5555555555554444',
    '378282246310005',
    '6011111111111117',
    '3530111333300000',
    '30569309025904',
  ]) {
    expect(isCard(number)).toBe(true)
    for (let at = 0; at < number.length; at++) {
      const other = number.slice(0, at) + ((Number(number[at]) + 1) % 10) + number.slice(at + 1)
      expect(luhn(other)).toBe(false)
    }
  }
  expect(isCard('1234567812345670')).toBe(false)
})

test('one digit that is repeated is no card', () => {
  for (let length = 12; length <= 19; length++) for (const digit of '0123456789') expect(isCard(digit.repeat(length))).toBe(false)
})

test('an account number ends where it does', () => {
  expect(ibanAt('DE89 3704 0044 0532 0130 00 and')).toBe('DE89 3704 0044 0532 0130 00')
  expect(ibanAt('DE89370400440532013000')).toBe('DE89370400440532013000')
  for (const wrong of [
    'DE89 3704 0044 0532 0130 01',
    // The remainders 0 and 2.
    'DE88 3704 0044 0532 0130 00',
    'DE90 3704 0044 0532 0130 00',
    'DE8937040044053201300',
    'DE893704004405320130001',
    'XX89370400440532013000',
    'DE89 370 40044 0532 0130 00',
  ])
    expect(ibanAt(wrong)).toBeUndefined()
})

test.each([
  ['2001:db8::1', true],
  ['2001:db8:85a3:0:0:8a2e:370:7334', true],
  ['::ffff:192.0.2.128', false],
  ['64:ff9b::192.0.2.33', true],
  ['fe80::1', false],
  ['::1', false],
  ['12:30:45', false],
  ['1:2:3:4:5:6:7:8:9', false],
  ['2001::db8::1', false],
  ['ab::cd', false],
])('%s is an address of a person: %s', (text, expected) => {
  expect(isIp6(text, { local: false })).toBe(expected)
})

test('countries have numbers of some lengths only', () => {
  for (const number of ['14155552671', '493090182', '442079460958', '3726123456', '85212345678']) expect(isInternational(number)).toBe(true)
  for (const number of ['1415555267', '11155552671', '2101234567', '99912345678', '49301234567890123'])
    expect(isInternational(number)).toBe(false)
})

describe('national numbers', () => {
  const valid: Record<string, string> = {
    'us-ssn': '536904399',
    'uk-nino': 'AB123456C',
    'de-steuer-id': '86095742719',
    'fr-nir': '185057800608491',
    'es-dni': '12345678Z',
    'it-codice-fiscale': 'RSSMRA85T10A562S',
    'br-cpf': '52998224725',
    'in-aadhaar': '236345678904',
    'nl-bsn': '111222333',
    'pl-pesel': '44051401458',
    'se-personnummer': '8112189876',
    'cn-resident-id': '11010519491231002X',
    'in-pan': 'ABCPE1234F',
    'ca-sin': '130692544',
    'au-tfn': '123456782',
  }
  test.each(nationalIds.map((id) => [id.rule, id] as const))('%s', (rule, id) => {
    const number = valid[rule]!
    expect(id.valid(number)).toBe(true)
    if (rule === 'us-ssn' || rule === 'uk-nino' || rule === 'in-pan') return
    // Its last character is a check: no other will do, or the remainder of two.
    const others = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ').filter(
      (one) => /\d/.test(one) === /\d/.test(number.at(-1)!) && one !== number.at(-1),
    )
    expect(others.filter((one) => id.valid(number.slice(0, -1) + one))).toEqual([])
  })

  test.each([
    ['PESEL: 44051401458', 'PESEL: [pl-pesel]'],
    ['Personnummer 811218-9876, tack', 'Personnummer [se-personnummer], tack'],
    ['född 19811218-9876', 'född [se-personnummer]'],
    ['身份证号11010519491231002X。', '身份证号[cn-resident-id]。'],
    ['my id is 11010519491231002x', 'my id is [cn-resident-id]'],
    ['PAN is ABCPE1234F.', 'PAN is [in-pan].'],
    ['My SIN is 130 692 544, ok?', 'My SIN is [ca-sin], ok?'],
    ['NAS: 130-692-544', 'NAS: [ca-sin]'],
    ['TFN 123 456 782', 'TFN [au-tfn]'],
    ['order 44051401458', 'order 44051401458'],
    ['ticket 811318-9876', 'ticket 811318-9876'],
    ['part ABCPE1234F', 'part ABCPE1234F'],
    ['sin(x) at 130692545', 'sin(x) at 130692545'],
    ['batch 130692544', 'batch 130692544'],
    ['TFN 123 456 783', 'TFN 123 456 783'],
  ])('%s', (text, expected) => {
    const redactor = createRedactor({ personal: [], nationalIds: nationalIdTypes })
    expect(redactor.redact(text).text.replaceAll(/\[national-id:([\w-]+):[0-9a-f]{8}\]/g, '[$1]')).toBe(expected)
  })

  test('Verhoeff finds any wrong digit and any two that changed places', () => {
    expect(verhoeff('2363')).toBe(true)
    expect(verhoeff('84736430954837284567892')).toBe(true)
    fc.assert(
      fc.property(fc.stringMatching(/^\d{3,14}$/), fc.nat(13), fc.integer({ min: 1, max: 9 }), (digits, place, by) => {
        const number = digits + Array.from('0123456789').find((one) => verhoeff(digits + one))!
        const at = place % number.length
        expect(verhoeff(number.slice(0, at) + ((Number(number[at]) + by) % 10) + number.slice(at + 1))).toBe(false)
        if (at > 0 && number[at] !== number[at - 1])
          expect(verhoeff(number.slice(0, at - 1) + number[at] + number[at - 1] + number.slice(at + 1))).toBe(false)
      }),
    )
  })
})
