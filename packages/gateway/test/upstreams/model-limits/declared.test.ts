import { expect, test } from 'vitest'
import { declaredLimits } from '../../../src/upstreams/model-limits/declared.ts'

test.each([
  ['may be off', { supported_efforts: ['high', 'low'] }, [{ kind: 'efforts', efforts: ['none', 'high', 'low'] }]],
  ['may be off, as its list says', { supported_efforts: ['high', 'none'] }, [{ kind: 'efforts', efforts: ['none', 'high'] }]],
  [
    'is mandatory',
    { mandatory: true, supported_efforts: ['high', 'low'] },
    [{ kind: 'efforts', efforts: ['high', 'low'] }, { kind: 'mandatory' }],
  ],
  ['takes every effort', { supported_efforts: null }, undefined],
])("OpenRouter's reasoning that %s", (_, reasoning, limits) => {
  expect(declaredLimits({ data: [{ id: 'm', reasoning }] }).get('m')).toEqual(limits)
})
