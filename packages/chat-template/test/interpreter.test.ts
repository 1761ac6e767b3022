import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../src/jinja/limits.ts'
import { createRenderer } from '../src/jinja/renderer.ts'

const render = (source: string, variables = {}): string | undefined => createRenderer(source, defaultLimits).render([], variables)

// Output of Python's Jinja.
describe('what the library lacks of Jinja', () => {
  it.each([
    [`{{ '\\n a \\n'.strip('\\n') }}|`, ' a |'],
    [`{{ 'xxaxx'.lstrip('x') }}|{{ 'xxaxx'.rstrip('x') }}`, 'axx|xxa'],
    [`{{ '<think{}>'.format(':ab') }} {{ '{1}{0}'.format('a', 'b') }}`, '<think:ab> ba'],
    [`{{ 'abcb'.find('b') }} {{ 'abcb'.rfind('b') }} {{ 'abc'.find('x') }} {{ 'abcb'.count('b') }}`, '1 3 -1 2'],
    [`{{ ', '.join(['a', 'b', 1]) }}`, 'a, b, 1'],
    [`{{ 'a=b=c'.partition('=') | join('|') }} {{ 'a=b=c'.rpartition('=') | join('|') }}`, 'a|=|b=c a=b|=|c'],
    [`{{ 'a b c'.rsplit(' ', 1) | join('|') }}`, 'a b|c'],
    [`{{ 'a\\nb'.splitlines() | join('|') }}`, 'a|b'],
    [`{{ 'pre-x'.removeprefix('pre-') }} {{ 'x.gz'.removesuffix('.gz') }}`, 'x x'],
    [`{{ 'x'.removeprefix('pre-') }} {{ 'x.gz'.removesuffix('.xz') }} {{ 'x'.removesuffix('') }}`, 'x x.gz x'],
    [`{{ 'aXbX'.replace('X', '-', 1) }} {{ 'aXbX' | replace('X', '-') }} {{ 'ab'.replace('', '.') }}`, 'a-bX a-b- .a.b.'],
    [`{% if '12'.isdigit() and not '1a'.isdigit() and 'AB'.isupper() %}yes{% endif %}`, 'yes'],
    [`{{ {0: 'none', 512: 'some'}[512] }} {% for k, v in {0: 'a', 512: 'b'}.items() if 100 <= k %}{{ v }}{% endfor %}`, 'some b'],
    [`{% for c in 'ab' %}{{ c }}.{% endfor %}{% for x in nothing %}never{% endfor %}`, 'a.b.'],
    [`{% for a, b in [('x', 1), ('y', 2)] %}{{ a }}{{ b }} {% endfor %}`, 'x1 y2 '],
    [`{% if nothing not in ['a'] and not nothing in ['a'] and none in [none] %}yes{% endif %}`, 'yes'],
    [`{{ 'abc' | first }}{{ 'abc' | last }} {{ nothing | length }} {{ [3, 1, 2] | max }} {{ [3, 1, 2] | sum }}`, 'ac 0 3 6'],
    [`{{ ['a', 'b'] | map('upper') | join(' ') }}`, 'A B'],
    [`{{ 'a\\nb' | indent(2) }}`, 'a\n  b'],
    [`{{ strftime_now('%Y-%m-%d') }}`, '2026-01-01'],
    [`{% generation %}x{% endgeneration %}`, 'x'],
    [`{% if True and true and not False and not false and None is none %}yes{% endif %}`, 'yes'],
    [`{% set a = namespace(x=1) %}{% set b = namespace(a=a, all=[a]) %}{% set a.x = 2 %}{{ b.a.x }}{{ b.all[0].x }}`, '22'],
  ])('%s', (source, expected) => {
    expect(render(source)).toBe(expected)
  })

  it('assigns fields of objects, as llama.cpp does', () => {
    const source = `{% for m in messages %}{% set m.calls = [namespace(name='f')] %}{% endfor %}{{ messages[0].calls[0].name }}`
    const messages = [{ role: 'user' }]
    expect(createRenderer(source, defaultLimits).render(messages)).toBe('f')
    expect(messages).toEqual([{ role: 'user' }])
  })

  it('counts what is not given as empty only where nothing else renders', () => {
    expect(render(`{{ 'a' + nothing }}{{ clock() }}|`)).toBe('a|')
    expect(createRenderer(`{{ 'a' + nothing }}`, defaultLimits).render([], {}, false)).toBeUndefined()
  })

  it('refuses what the template refuses', () => {
    const renderer = createRenderer(`{{ raise_exception('Roles must alternate.') }}`, defaultLimits)
    expect([renderer.render([]), renderer.fault()]).toEqual([undefined, 'Roles must alternate.'])
  })
})
