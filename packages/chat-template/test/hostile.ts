/** Templates that are meant to hang, fill or crash what renders them. */
export const hostile: readonly { name: string; source: string; kind: string }[] = [
  { name: 'a loop of a billion rounds', source: '{% for i in range(1000000000) %}{{ i }}{% endfor %}', kind: 'limit' },
  { name: 'a loop to infinity', source: '{% for i in range(10 ** 308) %}x{% endfor %}', kind: 'limit' },
  {
    name: 'loops within loops',
    source: '{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}{% endfor %}{% endfor %}{% endfor %}',
    kind: 'limit',
  },
  {
    name: 'a text that doubles',
    source: `{% set ns = namespace(x='x') %}{% for i in range(60) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x }}`,
    kind: 'limit',
  },
  { name: 'a text that doubles by joining', source: `{% set a = 'x' * 3 %}{{ a }}`, kind: 'refused' },
  {
    name: 'a list that holds itself many times over',
    source: `{% set ns = namespace(x=['x']) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x }}`,
    kind: 'limit',
  },
  {
    name: 'the same as JSON',
    source: `{% set ns = namespace(x={'a': 1}) %}{% for i in range(60) %}{% set ns.x = {'a': ns.x, 'b': ns.x} %}{% endfor %}{{ ns.x | tojson(indent=4) }}`,
    kind: 'limit',
  },
  {
    name: 'the same through namespaces, which change after they were measured',
    source: `{% set a = namespace(x=1) %}{% set b = namespace(x=[a, a]) %}{% set a.x = b %}{{ [b, b] }}`,
    kind: 'limit',
  },
  {
    name: 'replacing that multiplies',
    source: `{% set ns = namespace(x='x') %}{% for i in range(15) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x.replace('', ns.x) }}{{ ns.x | replace('x', ns.x) }}`,
    kind: 'limit',
  },
  {
    name: 'joining that multiplies',
    source: `{% set ns = namespace(x='x') %}{% for i in range(15) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ range(30000) | join(ns.x) }}`,
    kind: 'limit',
  },
  {
    name: 'formatting that multiplies',
    source: `{% set ns = namespace(x='{0}') %}{% for i in range(14) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x.format(ns.x) }}`,
    kind: 'limit',
  },
  {
    name: 'indentation by a billion blanks',
    source: `{{ {'a': [1]} | tojson(indent=1000000000) }}{{ 'a\\nb' | indent(1000000000) }}`,
    kind: 'limit',
  },
  { name: 'a macro that calls itself', source: '{% macro f(x) %}{{ f(x) }}{% endmacro %}{{ f(1) }}', kind: 'refused' },
  {
    name: 'a macro that calls itself twice',
    source: '{% macro f(n) %}{% if n < 60 %}{{ f(n + 1) }}{{ f(n + 1) }}{% endif %}{% endmacro %}{{ f(1) }}',
    kind: 'limit',
  },
  { name: 'parentheses without end', source: `{{ ${'('.repeat(200_000)} }}`, kind: 'limit' },
  { name: 'conditions without end', source: '{% if true %}'.repeat(20_000), kind: 'limit' },
  { name: 'undefined values added to each other', source: `{{ ${'(nothing + '.repeat(60)}nothing${')'.repeat(60)} }}`, kind: 'refused' },
  { name: 'a run of blanks in the source', source: `{{ 1 }}${' '.repeat(300_000)}{% generation`, kind: 'limit' },
  {
    name: 'a run of line feeds in an ending',
    source: `{% for m in messages %}{{ m.content }}${'{{ "\\n" }}'.repeat(30_000)}{% endfor %}`,
    kind: '',
  },
  { name: 'a source of 50 megabytes', source: 'x'.repeat(50_000_000), kind: 'limit' },
  { name: 'openers without end', source: `{% for m in messages %}{{ m.content }}{% endfor %}${'<'.repeat(390_000)}`, kind: '' },
  { name: 'actions of Go without end', source: `{{ .Thinking }}${'{{ '.repeat(100_000)}`, kind: '' },
  { name: 'an action of Go that is all blanks', source: `{{ .Thinking }}{{${' '.repeat(300_000)}`, kind: '' },
  { name: 'no template at all', source: '{{ messages[0', kind: 'syntax' },
  { name: 'one that refuses everything', source: `{{ raise_exception('no') }}`, kind: 'refused' },
  { name: 'a constructor', source: `{{ messages.constructor.constructor('return process')().exit(1) }}`, kind: 'refused' },
  { name: 'a prototype', source: `{{ {}.__proto__.polluted }}{{ ''.__class__.__mro__ }}`, kind: 'refused' },
]
