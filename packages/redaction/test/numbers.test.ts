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
    'ae-emirates-id': '784198812345670',
    'ar-cuil': '20055361682',
    'be-rijksregister': '85073003328',
    'bg-egn': '7523169263',
    'ch-ahv': '7569217076985',
    'cl-rut': '125319092',
    'cz-rodne-cislo': '7103192745',
    'fi-hetu': '131052308T',
    'gr-amka': '01013099997',
    'hr-oib': '33392005961',
    'il-teudat-zehut': '039337423',
    'jp-my-number': '123456789018',
    'kr-rrn': '9001011234568',
    'no-fodselsnummer': '15108695088',
    'pt-nif': '501964843',
    'ru-inn': '500100732259',
    'sg-nric': 'S1234567D',
    'th-id': '1234545678781',
    'tr-kimlik': '17291716060',
    'ua-rnokpp': '1759013776',
    'uk-nhs': '9434765870',
    'za-id': '7503305044089',
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
    ['NHS no: 943 476 5870', 'NHS no: [uk-nhs]'],
    ['AHV 756.9217.0769.85', 'AHV [ch-ahv]'],
    ['Rijksregisternummer: 85.07.30-033.28', 'Rijksregisternummer: [be-rijksregister]'],
    ['rodné číslo 710319/2745', 'rodné číslo [cz-rodne-cislo]'],
    ['hetu 131052-308T', 'hetu [fi-hetu]'],
    ['OIB: 33392005961', 'OIB: [hr-oib]'],
    ['ת.ז. 039337423', 'ת.ז. [il-teudat-zehut]'],
    ['マイナンバー 1234 5678 9018', 'マイナンバー [jp-my-number]'],
    ['주민등록번호 900101-1234568', '주민등록번호 [kr-rrn]'],
    ['fødselsnummer: 15108695088', 'fødselsnummer: [no-fodselsnummer]'],
    ['ИНН 500100732259', 'ИНН [ru-inn]'],
    ['T.C. kimlik no: 17291716060', 'T.C. kimlik no: [tr-kimlik]'],
    ['RUT 12.531.909-2', 'RUT [cl-rut]'],
    ['CUIL 20-05536168-2', 'CUIL [ar-cuil]'],
    ['NRIC S1234567D', 'NRIC [sg-nric]'],
    ['id 1-2345-45678-78-1', 'id [th-id]'],
    ['ID number: 7503305044089', 'ID number: [za-id]'],
    ['Emirates ID 784-1988-1234567-0', 'Emirates ID [ae-emirates-id]'],
    ['DNI 12345678 Z', 'DNI [es-dni]'],
    ['DNI: 12345678Z', 'DNI: [es-dni]'],
    ['CPF 11144477735', 'CPF [br-cpf]'],
    ['de 111.444.777-35', 'de [br-cpf]'],
    ['Steuer-ID 86095742719', 'Steuer-ID [de-steuer-id]'],
    ['86 095 742 719 ist es', '[de-steuer-id] ist es'],
    ['order 86095742719', 'order 86095742719'],
    ['order 11144477735', 'order 11144477735'],
    ['backup-20251128-1452.tar', 'backup-20251128-1452.tar'],
    ['on 12345678 z', 'on 12345678 z'],
    ['order 943 476 5870', 'order 943 476 5870'],
    ['S1234567A', 'S1234567A'],
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
