/**
 * A template of an imaginary model, whose names no table can know. `prompt` stands after the assistant's header in the prompt, `turn`
 * between the header and the content of the assistant's messages.
 */
export const chat = (prompt: string, turn = '', inputs = ''): string =>
  `${inputs}{%- for m in messages -%}{{ '<|' + m.role + '|>' }}{% if m.role == 'assistant' %}${turn}{% endif %}{{ m.content }}{{ '<|over|>' }}{%- endfor -%}{%- if add_generation_prompt %}{{ '<|assistant|>' }}${prompt}{% endif %}`

const thought = (open: string, close: string, field = 'reasoning_content'): string =>
  `{% if m.${field} %}{{ '${open}' + m.${field} + '${close}' }}{% endif %}`

export interface Tomorrow {
  name: string
  source: string
  pairs: string[]
  shape?: string
  /** Expected start of the output with thinking on, off and unset. */
  start: string
  afterResult?: string
  /** Name of each switch, and its values for on and off. */
  switches?: string[]
  /** Values by switch. */
  values?: Record<string, unknown[]>
}

export const tomorrow: readonly Tomorrow[] = [
  {
    name: 'tags with a name that says nothing',
    source: chat(`{% if enable_thinking %}{{ '<murmur>' }}{% endif %}`, thought('<murmur>', '</murmur>')),
    pairs: ['<murmur> … </murmur>'],
    start: 'reasoning answer answer',
    switches: ['enable_thinking true false'],
  },
  {
    name: 'tokens in angles and brackets, whose closer follows the header where thinking is off',
    source: chat(`{% if not enable_thinking | default(true) %}{{ '<[muse_end]>' }}{% endif %}`, thought('<[muse]>', '<[muse_end]>'))
      .replaceAll('<|', '<[')
      .replaceAll('|>', ']>'),
    pairs: ['<[muse]> … <[muse_end]>'],
    start: 'answer answer answer',
    switches: ['enable_thinking true false'],
  },
  {
    name: 'a list of tools that is read without a question whether there is one',
    source: chat(`{{ '<murmur>' }}`, thought('<murmur>', '</murmur>'), `{% for tool in tools %}{{ tool | tojson }}{% endfor %}`),
    pairs: ['<murmur> … </murmur>'],
    start: '- - reasoning',
  },
  {
    name: 'a field with a name that says nothing',
    source: chat(`{{ '<murmur>' }}`, thought('<murmur>', '</murmur>', 'muse')),
    pairs: ['<murmur> … </murmur>'],
    start: '- - reasoning',
  },
  {
    name: 'a switch with a name that says nothing',
    source: chat(`{{ '<murmur>' if pace == 'slow' else '<murmur></murmur>' }}`, thought('<murmur>', '</murmur>')),
    pairs: ['<murmur> … </murmur>'],
    start: 'reasoning answer answer',
    switches: ['pace "slow" false'],
  },
  {
    name: 'a switch that turns thinking off by being true',
    source: chat(`{% if not no_thinking %}{{ '<murmur>' }}{% endif %}`, thought('<murmur>', '</murmur>')),
    pairs: ['<murmur> … </murmur>'],
    start: 'reasoning answer reasoning',
    switches: ['no_thinking false true'],
  },
  {
    name: 'a boolean with the name of a level',
    source: chat(`{{ '<murmur>' }}`, thought('<murmur>', '</murmur>'), `{% if low_effort %}{{ 'Think little.' }}{% endif %}`),
    pairs: ['<murmur> … </murmur>'],
    start: '- - reasoning',
    switches: ['low_effort'],
    values: { low_effort: [true, false] },
  },
  {
    name: 'a level that the prompt quotes',
    source: chat(`{{ '<murmur>' }}`, thought('<murmur>', '</murmur>'), `{{ 'Effort: ' + (effort | default('medium')) }}`),
    pairs: ['<murmur> … </murmur>'],
    start: '- - reasoning',
    switches: ['effort'],
    values: { effort: ['medium', 'none', 'minimal', 'low', 'high', 'max', 'no_think'] },
  },
  {
    name: 'a switch that only a system message of the template itself shows',
    source: chat(
      ``,
      thought('<murmur>', '</murmur>'),
      `{% if messages[0].role != 'system' %}{{ 'Be helpful.' }}{% if thinking %}{{ ' Think first.' }}{% endif %}{% endif %}`,
    ),
    pairs: ['<murmur> … </murmur>'],
    start: 'answer answer answer',
    switches: ['thinking true false'],
  },
  {
    name: 'a switch through another variable',
    source: chat(
      `{% if mode == 'deep' %}{{ '<murmur>' }}{% endif %}`,
      thought('<murmur>', '</murmur>'),
      `{% set mode = depth if depth is defined else 'flat' %}`,
    ),
    pairs: ['<murmur> … </murmur>'],
    start: 'reasoning answer answer',
    switches: ['depth "deep" "flat"'],
  },
  {
    name: 'a switch through a namespace',
    source: chat(
      `{% if ns.on %}{{ '<murmur>' }}{% endif %}`,
      thought('<murmur>', '</murmur>'),
      `{% set ns = namespace(on=reason | default(true)) %}`,
    ),
    pairs: ['<murmur> … </murmur>'],
    start: 'reasoning answer reasoning',
    switches: ['reason true false'],
  },
  {
    name: 'a tag for each degree',
    source: chat(
      `{{ '<' + tags[thinking_speed | default('calm')] + '>' }}`,
      `{% if m.thinking %}{{ '<' + tags[thinking_speed | default('calm')] + '>' + m.thinking + '</' + tags[thinking_speed | default('calm')] + '>' }}{% endif %}`,
      `{% set tags = {'calm': 'walk', 'quick': 'run'} %}{% if thinking_speed is defined and thinking_speed not in ['calm', 'quick'] %}{{ raise_exception('no') }}{% endif %}`,
    ),
    pairs: ['<walk> … </walk>', '<run> … </run>'],
    start: '- - reasoning',
    switches: ['thinking_speed'],
  },
  {
    name: 'a budget in numbers',
    source: chat(
      `{{ '<murmur></murmur>' if tokens_to_think is defined and tokens_to_think == 0 else '<murmur>' }}`,
      thought('<murmur>', '</murmur>'),
    ),
    pairs: ['<murmur> … </murmur>'],
    start: 'reasoning answer reasoning',
    switches: ['tokens_to_think -1 0'],
  },
  {
    name: 'a pair that the prompts alone show',
    source: chat(`{{ '<murmur></murmur>' if quiet else '<murmur>' }}`),
    pairs: ['<murmur> … </murmur>'],
    start: 'reasoning answer reasoning',
    switches: ['quiet false true'],
  },
  {
    name: 'a tag that the prompt opens and the template never closes',
    source: chat(`{{ '<deep_thought>\\n' }}`),
    pairs: ['<deep_thought> … </deep_thought>'],
    start: '- - reasoning',
  },
  {
    name: 'no opener, and a closer in words',
    source: chat('', thought('', '\\nWhat I say:\\n')),
    pairs: [' … What I say:'],
    start: '- - reasoning',
  },
  {
    name: 'a phrase on both sides',
    source: chat('', `{% if m.thinking %}{{ '[[musing' + ']]' + m.thinking + '[[/musing]]' }}{% endif %}`),
    pairs: ['[[musing]] … [[/musing]]'],
    start: '- - answer',
  },
  {
    name: 'marks that no model uses',
    source: chat(`{{ '<<~muse~>>' }}`, thought('◁muse▷', '◁/muse▷')).replace("{{ '<<~muse~>>' }}", "{{ '◁muse▷' }}"),
    pairs: ['◁muse▷ … ◁/muse▷'],
    start: '- - reasoning',
  },
  {
    name: 'brackets in pairs',
    source: chat(`{% if enable_thinking %}{{ '[[MUSE]]' }}{% endif %}`, thought('[[MUSE]]', '[[/MUSE]]')),
    pairs: ['[[MUSE]] … [[/MUSE]]'],
    start: 'reasoning answer answer',
    switches: ['enable_thinking true false'],
  },
  {
    name: 'angles in pairs, of which the history shows the closer',
    source: chat(`{{ '<<muse>>' }}`, `{% if m.reasoning %}{{ m.reasoning + '<</muse>>' }}{% endif %}`),
    pairs: ['<<muse>> … <</muse>>'],
    start: '- - reasoning',
  },
  {
    name: 'brackets of mathematics, of which the history shows the closer',
    source: chat(`{{ '⟨muse⟩' }}`, `{% if m.reasoning %}{{ m.reasoning + '⟨/muse⟩' }}{% endif %}`),
    pairs: ['⟨muse⟩ … ⟨/muse⟩'],
    start: '- - reasoning',
  },
  {
    name: 'a label behind the opener',
    source: chat('', thought('<|stream|>quiet\\n', '<|/stream|>')),
    pairs: ['<|stream|> … <|/stream|> label "quiet\\n"'],
    start: '- - answer',
  },
  {
    name: 'a message of its own',
    source: chat('', `{% if m.thinking %}{{ '<|musing|>' + m.thinking + '<|over|><|assistant|>' }}{% endif %}`),
    pairs: ['<|musing|> … <|over|>'],
    shape: 'message',
    start: '- - answer',
  },
  {
    name: 'a message to itself',
    source: `{%- for m in messages -%}{% if m.role == 'assistant' and m.thinking %}{{ '<|go|>assistant to=inner<|text|>' + m.thinking + '<|stop|>' }}{% endif %}{{ '<|go|>' + m.role + '<|text|>' + m.content + '<|stop|>' }}{%- endfor -%}{%- if add_generation_prompt %}{{ '<|go|>assistant' }}{% endif %}`,
    pairs: ['to=inner<|text|> … <|stop|>'],
    shape: 'recipient',
    start: '- - answer',
  },
  {
    name: 'a suffix on each tag',
    source: chat(
      `{{ open }}`,
      '{% if m.reasoning %}{{ open + m.reasoning + close }}{% endif %}',
      `{% set open = '<think:{}>'.format('beef') %}{% set close = '</think:{}>'.format('beef') %}`,
    ),
    pairs: ['<think:beef> … </think:beef>'],
    start: '- - reasoning',
  },
  {
    name: 'a thought only behind the result of a tool',
    source: chat(`{% if messages[-1].role == 'tool' %}{{ '<murmur>' }}{% endif %}`, thought('<murmur>', '</murmur>')),
    pairs: ['<murmur> … </murmur>'],
    start: '- - answer',
    afterResult: '- - reasoning',
  },
  {
    name: 'typed parts',
    source: `{%- for m in messages -%}{{ '<|' + m.role + '|>' }}{% if m.content is string %}{{ m.content }}{% else %}{% for p in m.content %}{{ '<murmur>' + p.thinking + '</murmur>' if p.type == 'thinking' else p.text }}{% endfor %}{% endif %}{{ '<|over|>' }}{%- endfor -%}{%- if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}`,
    pairs: ['<murmur> … </murmur>'],
    start: '- - answer',
  },
  {
    name: 'a tag that a system prompt mentions, and no thought',
    source: chat('', '', `{{ '<|system|>Never write <b>bold</b> text.<|over|>' }}`),
    pairs: [],
    shape: 'none',
    start: '- - answer',
  },
  {
    name: 'a field between tags that is no thought',
    source: chat('', `{% if m.picture %}{{ '<image>' + m.picture + '</image>' }}{% endif %}`),
    pairs: [],
    shape: 'none',
    start: '- - answer',
  },
  {
    name: 'a template that has lost its tags',
    source: chat(
      `{{ ' \\n' }}`,
      `{{ ' ' + (m.reasoning_content or '') }}{% for c in m.tool_calls or [] %}{% for v in c.function.arguments.values() %}{{ ' ' + v }}{% endfor %}{{ ' ' + c.function.name }}{% endfor %}`,
    ),
    pairs: [],
    shape: 'none',
    start: '- - answer',
  },
  {
    name: 'a mention of the tags behind the question',
    source: `{%- for m in messages -%}{{ '<|' + m.role + '|>' }}${thought('<think>', '</think>')}{{ m.content }}{{ '<|over|>' }}{%- endfor -%}{{ '<|note|>Close <think> with </think>.<|over|>' }}{%- if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}`,
    pairs: ['<think> … </think>'],
    start: '- - answer',
  },
  {
    name: 'a variable that is not given',
    source: chat(`{{ '<murmur>' }}`, thought('<murmur>', '</murmur>'), `{{ 'Today is ' + today + clock() }}`),
    pairs: ['<murmur> … </murmur>'],
    start: '- - reasoning',
  },
  {
    name: 'a switch with integer keys',
    source: chat(`{{ {0: '', 1: '<murmur>'}[level | default(1)] }}`, thought('<murmur>', '</murmur>')),
    pairs: ['<murmur> … </murmur>'],
    start: 'reasoning answer reasoning',
    switches: ['level 1 0'],
  },
]
