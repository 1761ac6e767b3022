import { readFileSync } from 'node:fs'
import { createRegistry, splitText } from '@reason/core'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, it, test } from 'vitest'
import { families, findFamily, thinkTags } from '../src/index.ts'

const familyOf = (model: string) => findFamily(families, model)?.id

describe('the family of a model', () => {
  test.each([
    ['Qwen/Qwen3-8B', 'qwen3_hybrid'],
    ['qwen3', 'qwen3_hybrid'],
    ['qwen3:8b', 'qwen3_hybrid'],
    ['/models/Qwen3-8B-Q4_K_M.gguf', 'qwen3_hybrid'],
    ['Qwen3-30B-A3B', 'qwen3_hybrid'],
    ['unsloth/Qwen3-4B-Thinking-2507-GGUF', 'qwen3_thinking_2507'],
    ['qwen3:30b-a3b-thinking-2507-q4_K_M', 'qwen3_thinking_2507'],
    ['Qwen3-Next-80B-A3B-Thinking', 'qwen3_thinking_2507'],
    ['Qwen3-VL-8B-Thinking-Q8_0.gguf', 'qwen3_thinking_2507'],
    ['Qwen3-4B-Instruct-2507-Q4_K_M.gguf', 'qwen3_instruct_2507'],
    ['qwen3:4b', 'qwen3_thinking_2507'],
    ['qwen3:4b-instruct', 'qwen3_instruct_2507'],
    ['qwen3-coder:30b', 'qwen3_instruct_2507'],
    ['Qwen/Qwen3.5-9B', 'qwen3.5'],
    ['qwq:32b-q4_K_M', 'qwq'],
    ['deepseek-r1:14b-qwen-distill-q4_K_M', 'deepseek_r1'],
    ['DeepSeek-R1-0528-Qwen3-8B-Q4_K_M.gguf', 'deepseek_r1'],
    ['bartowski/DeepSeek-R1-Distill-Llama-8B-GGUF', 'deepseek_r1'],
    ['deepseek-ai/DeepSeek-V3.1', 'deepseek_v3_hybrid'],
    ['zai-org/GLM-4.6', 'glm4.5'],
    ['GLM-4.7-Flash-UD-Q4_K_XL.gguf', 'glm4.7_5'],
    ['zai-org/GLM-5.3-Flash', 'glm5.3'],
    ['glm-5.2', 'glm4.7_5'],
    ['moonshotai/Kimi-K2-Thinking', 'kimi_k2_thinking'],
    ['moonshotai/Kimi-K2.5', 'kimi_k2'],
    ['accounts/fireworks/models/kimi-k2p5', 'kimi_k2'],
    ['accounts/fireworks/models/qwen3p6-plus', 'qwen3.5'],
    ['accounts/fireworks/models/deepseek-v3p2', 'deepseek_v3_hybrid'],
    ['accounts/fireworks/models/glm-4p7', 'glm4.7_5'],
    ['p5-cluster-model', undefined],
    ['qwen/qwen3.7-flash', 'qwen3.5'],
    ['qwen36-nvfp4-mtp', 'qwen3.5'],
    ['qwen36_35B_A3B', 'qwen3.5'],
    ['deepseek-v32-fp8-ht', 'deepseek_v3_hybrid'],
    ['kimi-k26', 'kimi_k2'],
    ['glm53', 'glm5.3'],
    ['step35-flash', 'step3.5'],
    ['qwen32b', undefined],
    ['qwen25', 'named_not_thinking'],
    ['k25', undefined],
    ['glm-130b', undefined],
    ['qwen/qwen3-235b-a22b-2507', 'qwen3_instruct_2507'],
    ['qwen/qwen3-235b-a22b-07-25:free', 'qwen3_instruct_2507'],
    ['Qwen3-235B-A22B-Thinking-2507-fast', 'qwen3_thinking_2507'],
    ['deepseek/deepseek-v3.2-speciale', 'deepseek_r1'],
    ['minimax/minimax-m2-her', 'minimax_m2_her'],
    ['accounts/fireworks/models/nemotron-lightning-3p5-30b-a3b', 'nemotron_v3.5'],
    ['XingChen4-29B-A4B', 'named_thinking'],
    ['alibaba/qwen-3-32b', 'qwen3_hybrid'],
    ['qwen-3-235b-a22b-thinking-2507', 'qwen3_thinking_2507'],
    ['Qwen3_5-9B-MLX-4bit', 'qwen3.5'],
    ['qwen3-5-397b-a17b', 'qwen3.5'],
    ['qwen2-5-72b-instruct', 'named_not_thinking'],
    ['us.deepseek.r1-v1:0', 'deepseek_r1'],
    ['deepseek/deepseek-chat-v3.1', 'deepseek_v3_hybrid'],
    ['deepseek-v3-2-exp', 'deepseek_v3_hybrid'],
    ['deepseek-v3-0324', undefined],
    ['models/Kimi-K2_6', 'kimi_k2'],
    ['k2p6', 'kimi_k2'],
    ['nvidia.nemotron-super-3-120b', 'nemotron_v3'],
    ['us.tencent.hy3-v1:0', 'hunyuan_v3'],
    ['trinity-large-thinking@q4_k_m', 'named_thinking'],
    ['/cache/hub/models--zai-org--GLM-4.7/snapshots/0a1b', 'glm4.7_5'],
    ['upstage/solar-open-100b-20261101', 'solar_open'],
    ['upstage/Solar-Open2-250B', 'solar_open2'],
    ['glm-4-9b-chat', undefined],
    ['ibm-granite/granite-4.2-8b-instruct', 'granite4.2'],
    ['ibm-granite/granite-4.1-8b', 'granite4'],
    ['tencent/Hy3', 'hunyuan_v3'],
    ['tencent/Hy3-preview', 'hunyuan_v3_preview'],
    ['qwen3-vl:8b', 'qwen3_thinking_2507'],
    ['qwen3-vl:8b-instruct', 'qwen3_instruct_2507'],
    ['olmo-3:32b', 'olmo3_think'],
    ['exaone4:32b', 'exaone4'],
    ['LLM360/K2-Think-V2', 'k2_v2'],
    ['LLM360/K2-V2-Instruct', 'k2_v2'],
    ['LLM360/K2-Horizon', 'k2_horizon'],
    ['CohereLabs/North-Mini-Code-1.0', 'cohere_command4'],
    ['ornith:9b', 'ornith'],
    ['thinkingmachines/Inkling', 'inkling'],
    ['Inkling-1', 'inkling'],
    ['meta/Muse-Glimmer', 'muse_glimmer'],
    ['mlx-community/Qwen4-Exp-4bit', 'qwen3.5'],
    ['qwen3.8-flash-next:q4_K_M', 'qwen3.5'],
    ['internlm/Intern-S2-Preview-FP8', 'qwen3.5'],
    ['intern-s2-preview-397b', 'qwen3.5'],
    ['internlm/Intern-S1', 'intern_s1'],
    ['mindlab-research/Macaron-V1-Coding-Venti', 'glm4.7_5'],
    ['openbmb/MiniCPM5-1B', 'minicpm'],
    ['openbmb/MiniCPM-V-4.6', 'minicpm'],
    ['IQuestLab/IQuest-Coder-V2-40B', 'iquest_coder_v2'],
    ['speakleash/Bielik-11B-v3.0-Instruct', 'bielik'],
    ['RekaAI/Reka-Edge', 'reka_edge'],
    ['nemotron-3-nano:30b', 'nemotron_v3'],
    ['nvidia/Nemotron-3.5-Nano', 'nemotron_v3.5'],
    ['moonshotai/Kimi-K2-Instruct-0905', 'kimi_k2_instruct'],
    ['MiniMaxAI/MiniMax-M2', 'minimax_m2'],
    ['magistral:24b', 'mistral'],
    ['ibm-granite/granite-3.3-8b-instruct', 'granite3.3'],
    ['meituan-longcat/LongCat-Flash-Chat', 'longcat_chat'],
    ['meituan-longcat/LongCat-Flash-Thinking', 'longcat'],
    ['nvidia/Llama-3_3-Nemotron-Super-49B-v1_5', 'nemotron_v1'],
    ['stepfun-ai/Step-3.5-Flash', 'step3.5'],
    ['stepfun-ai/step3', 'step3'],
    ['inclusionAI_Ring-1T-Q4_K_M.gguf', 'ring_ling'],
    ['google/gemma-4-E4B-it', 'gemma4'],
    ['allenai/Olmo-3.1-32B-Think', 'olmo3_think'],
    ['microsoft/Phi-4-mini-flash-reasoning', 'phi4_reasoning'],
    ['tencent/Hunyuan-7B-Instruct', 'hunyuan_a13b'],
    ['tencent/Hunyuan-4B-Instruct-GGUF', 'hunyuan_a13b'],
    ['naver-hyperclovax/HyperCLOVAX-SEED-Think-32B', 'hyperclovax_seed_think'],
    ['naver-hyperclovax/HyperCLOVAX-SEED-Think-14B', 'hyperclovax_seed_think_14b'],
    ['LGAI-EXAONE/K-EXAONE-236B-A23B', 'named_thinking'],
    ['zai-org/GLM-Z1-32B-0414', 'glm_z1'],
    ['zai-org/GLM-4.1V-9B-Thinking', 'glm4.1v_thinking'],
    ['nvidia/Nemotron-Cascade-14B-Thinking', 'named_thinking'],
    ['nvidia/Nemotron-H-47B-Reasoning-128K', 'named_thinking'],
    ['PrimeIntellect/INTELLECT-3', 'named_thinking'],
    ['LLM360/K2-Think', 'named_thinking'],
    ['a-m-team/AM-Thinking-v1', 'am_thinking'],
    ['Nanbeige/Nanbeige4-3B-Thinking-2511', 'named_thinking'],
    ['agentica-org/DeepScaleR-1.5B-Preview', 'deepseek_r1'],
    ['deepcoder:14b', 'deepseek_r1'],
    ['Skywork/Skywork-OR1-32B', 'deepseek_r1'],
    ['moonshotai/Kimi-VL-A3B-Thinking', 'kimi_k1.5_vl'],
    ['microsoft/MAI-DS-R1', 'named_thinking'],
    ['tngtech/DeepSeek-TNG-R1T2-Chimera', 'named_thinking'],
    ['Skywork/Skywork-R1V3-38B', 'named_thinking'],
    ['Kwai-Klear/Klear-Reasoner-8B', 'named_thinking'],
    ['nvidia/AceReason-Nemotron-14B', 'named_thinking'],
    ['nvidia/OpenReasoning-Nemotron-32B', 'named_thinking'],
    ['nvidia/Nemotron-Cascade-8B', 'named_thinking'],
    ['nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B', 'nemotron_v3'],
    ['baichuan-inc/Baichuan-M2-32B', 'named_thinking'],
    ['janhq/Jan-v1-4B', 'named_thinking'],
    ['Nanbeige/Nanbeige4.1-3B', 'named_thinking'],
    ['WeiboAI/VibeThinker-1.5B', 'named_thinking'],
    ['sonar-reasoning-pro', 'named_thinking_apart'],
    ['HuggingFaceTB/SmolLM3-3B', 'smollm3'],
    ['moonshotai/Kimi-K2.7-Code', 'kimi_k2'],
    ['Qwen/QwQ-32B-Preview', 'qwq_preview'],
    ['zai-org/GLM-4.6V-Flash', 'glm4.5v'],
    ['upstage/Solar-Open-100B', 'solar_open'],
    ['upstage/Solar-Open-2-100B', 'solar_open2'],
    ['mine-4-non-reasoning', 'named_not_thinking'],
    ['grok-4-fast-non-reasoning', 'named_thinking_apart'],
    ['anthropic/claude-3.7-sonnet:thinking', 'named_thinking_apart'],
  ])('%s is %s', (model, family) => {
    expect(familyOf(model)).toBe(family)
  })

  const spellings: readonly [string, (name: string) => string][] = [
    ['underscores', (name) => name.replaceAll('-', '_')],
    ['spaces', (name) => name.replaceAll('-', ' ')],
    ['a hyphen for a point', (name) => name.replaceAll(/(\d)\.(\d)/g, '$1-$2')],
    ['an underscore for a point', (name) => name.replaceAll(/(\d)\.(\d)/g, '$1_$2')],
    ['no point', (name) => name.replaceAll(/(?<=[A-Za-z]\d)\.(?=\d(?:-|$))/g, '')],
    ['p for a point', (name) => name.toLowerCase().replaceAll(/(\d)\.(\d)/g, '$1p$2')],
    ['a hyphen before the first number', (name) => name.replace(/^([A-Za-z]{3,})(\d)/, '$1-$2')],
    ['no hyphen before the first number', (name) => name.replace(/^([A-Za-z]{3,})-(\d)/, '$1$2')],
    ['on Bedrock', (name) => `eu.maker.${name.toLowerCase()}-v1:0`],
    ['with a version behind an at sign', (name) => `${name}@20261101`],
    ['in the cache of a hub', (name) => `/data/hub/models--maker--${name}/snapshots/5f0b`],
  ]
  const known =
    'Qwen3-8B Qwen3-30B-A3B-Thinking-2507 Qwen3.5-9B QwQ-32B DeepSeek-R1-0528 DeepSeek-V3.1 DeepSeek-V4 GLM-4.5-Air GLM-4.7-Flash GLM-5.1 MiniMax-M2.5 MiniMax-M3 Kimi-K2-Thinking Kimi-K2.5 Kimi-K3 Mistral-Small-4 Nemotron-3-Nano-30B-A3B Seed-OSS-36B Olmo-3-32B-Think granite-3.3-8b granite-4.2-8b EXAONE-4.0-32B SmolLM3-3B Hy3 ERNIE-4.5-21B-A3B-Thinking Step-3.5-Flash Ring-1T Ling-3.0-flash MiMo-7B-RL LFM2.5-8B-A1B Solar-Open-100B K2-V2-Instruct Phi-4-reasoning'
  test.each(spellings)('does not depend on the spelling of its name: %s', (_what, spelt) => {
    const names = known.split(' ')
    expect(names.filter((name) => familyOf(name) === undefined)).toEqual([])
    expect(names.map((name) => [spelt(name), familyOf(spelt(name))])).toEqual(names.map((name) => [spelt(name), familyOf(name)]))
  })

  test.each(['openai/gpt-oss-20b', 'gpt-oss:120b', 'gemma-3-27b-thinker', 'string-theory-7b', 'llama-3.3-70b', 'spring-8b'])(
    '%s has none',
    (model) => {
      expect(familyOf(model)).toBeUndefined()
    },
  )

  test('is unique by id, and all can be made', () => {
    expect(new Set(families.map(({ id }) => id)).size).toBe(families.length)
    for (const { id } of families) expect(thinkTags({ family: id }).createSplitter().push('')).toEqual([])
  })

  test.each(families.map((family) => [family.id, family] as const))(
    '%s: a block in its own tags comes apart',
    (_, { id, options, start }) => {
      const open = tagsOf(options.startTag)[0] ?? ''
      const close = tagsOf(options.endTag)[0]!
      for (const context of [{ start: 'answer' }, { start: 'reasoning' }] as const) {
        if (open === '' && context.start === 'answer') continue
        const { reasoning, answer, closed } = splitText(`${open}2+2${close}4`, thinkTags({ family: id }), context)
        expect({ reasoning, answer, closed, start }).toEqual({ reasoning: '2+2', answer: '4', closed: true, start })
      }
    },
  )

  test.each(families.filter(({ options }) => options.toolOpeners !== undefined).map((family) => [family.id, family] as const))(
    '%s: a tool call ends its reasoning',
    (_, { id, options }) => {
      const call = `${[options.toolOpeners!].flat()[0]!}${[options.toolLookahead ?? ''].flat()[0]!}{"a":"<think>"}`
      const { items, warnings } = splitText(`2+2${call}`, thinkTags({ family: id }), { start: 'reasoning' })
      expect(items).toMatchObject([
        { channel: 'reasoning', text: '2+2', boundary: 'tool' },
        { channel: 'answer', text: call, kind: 'tool-text' },
      ])
      expect(warnings.map(({ code }) => code)).toEqual(['tool-text'])
    },
  )
})

describe('a call out of reasoning ends with its own closer', () => {
  test.each([
    ['deepseek-r1', 'one call', ['<｜tool▁call▁begin｜>f<｜tool▁sep｜>{}<｜tool▁call▁end｜>']],
    [
      'deepseek-r1',
      'a section',
      ['<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>g<｜tool▁call▁end｜><｜tool▁calls▁end｜>'],
    ],
    ['deepseek-v3.2', 'a section of V3.2', ['<｜DSML｜function_calls><｜DSML｜invoke name="f"></｜DSML｜invoke></｜DSML｜function_calls>']],
    ['kimi-k2.5', 'one call', ['<|tool_call_begin|>functions.f:0{}<|tool_call_end|>']],
    ['kimi-k2.5', 'a section', ['<|tool_calls_section_begin|><|tool_call_begin|>f{}<|tool_call_end|><|tool_calls_section_end|>']],
    ['solar-open-100b', 'a section', ['<|tool_calls|><|tool_call:begin|>f{}<|tool_call:end|><|calls|>']],
    ['solar-open-100b', 'one call', ['<|tool_call:begin|>f{}<|tool_call:end|>']],
    ['k2-horizon', 'a section', ['<ifm|tool_calls><ifm|tool_call>f{}</ifm|tool_call></ifm|tool_calls>']],
    ['k2-horizon', 'one call', ['<ifm|tool_call>f{}</ifm|tool_call>']],
    ['minicpm-v-4.6', 'a call with a function in it', ['<tool_call>\n<function=f>\n</function>\n</tool_call>']],
    ['minicpm5-1b', 'a function', ['<function name="f"></function>']],
    ['plamo-3-8b', 'requests', ['<|plamo:begin_tool_requests:plamo|>f{}<|plamo:end_tool_requests:plamo|>']],
    ['minimax-m3', 'a call', [']<]minimax[>[<tool_call>f{}]<]minimax[>[</tool_call>']],
    ['muse-glimmer', 'a section', ['<atem:function_calls><atem:invoke name="f">{}</atem:invoke></atem:function_calls>']],
  ])('%s: %s', (model, _, calls) => {
    const adapter = thinkTags({ model })
    const { startTag, endTag } = findFamily(families, model)!.options
    const [open, close] = [tagsOf(startTag)[0]!, tagsOf(endTag)[0]!]
    const { items } = splitText(`2+2${calls.join('')}${open}3+3${close}4`, adapter, { start: 'reasoning' })
    expect(items.filter((item) => 'kind' in item && item.kind === 'tool-text')).toMatchObject(calls.map((text) => ({ text })))
    expect(items.filter((item) => 'channel' in item && item.channel === 'reasoning')).toMatchObject([{ text: '2+2' }, { text: '3+3' }])
  })
})

it('a token that ends the turn ends a call, too, and the thought behind it is one', () => {
  const adapter = thinkTags({ toolOpeners: '<call>', toolClosers: ['</call>', '<|eot|>'] })
  expect(splitText('<call>{"a":1}<|eot|>answer <think>secret</think> end', adapter)).toMatchObject({
    reasoning: 'secret',
    answer: '<call>{"a":1}<|eot|>answer  end',
  })
})

describe('the registry', () => {
  const registry = createRegistry().use(thinkTags())

  test('takes think-tags for a model of the table, with its family', () => {
    const { adapter, context, passport } = registry.resolve({ model: 'minimax-m2:cloud' })
    expect(adapter.id).toBe('think-tags')
    expect(splitText('2+2</think>4', adapter, context)).toMatchObject({ reasoning: '2+2', answer: '4' })
    expect(passport.flags['think-tags']).toEqual({ value: true, source: 'think-tags: family minimax_m2' })
  })

  test('takes the more exact of two rows that fit', () => {
    const { context } = registry.resolve({ model: 'Qwen3-4B-Thinking-2507-Q4_K_M.gguf' })
    expect(context.options).toEqual({ family: 'qwen3_thinking_2507' })
  })

  test('recognises common tags where nothing is known of the model', () => {
    const { adapter, context } = registry.resolve({ model: 'mine' })
    expect(adapter.id).toBe('auto')
    for (const text of [
      '[THINK]2+2[/THINK]4',
      '◁think▷2+2◁/think▷4',
      '2+2</thinking>4',
      '<thought>2+2</thought>4',
      '<reasoning>2+2</reasoning>4',
    ]) {
      expect(splitText(text, adapter, context)).toMatchObject({ reasoning: '2+2', answer: '4' })
    }
  })

  test.each(families.filter(({ special }) => special === true).map((family) => [family.id, family] as const))(
    'recognises the tokens of %s where nothing is known of the model',
    (_, { options }) => {
      const { adapter, context } = registry.resolve({ model: 'mine' })
      const [open, close] = [ownTag(options.startTag), ownTag(options.endTag)]
      const block = `${open}${[options.startLabel ?? []].flat()[0] ?? ''}a</think>b${close}`
      const [begin = '', end = ''] = [options.contentStrip ?? []].flat()
      const answers = { reasoning: 'a</think>b', answer: 'c', closed: true }
      expect(splitText(`${block}${begin}c${end}`, adapter, context)).toMatchObject(answers)
      expect(splitText(`a</think>b${close}${begin}c${end}`, adapter, context).answer).not.toContain(close)
      expect(splitText(`${'long '.repeat(40)}${block}c`, adapter, context).answer).not.toContain('b')
      const call = [options.toolOpeners ?? []].flat()[0]
      if (call !== undefined) expect(splitText(`${open}a${call}{}`, thinkTags())).toMatchObject({ reasoning: 'a', answer: `${call}{}` })
    },
  )

  test('recognises the wrapper of an answer where nothing is known of the model', () => {
    const { adapter, context } = registry.resolve({ model: 'mine' })
    expect(splitText('<|START_RESPONSE|>Four.<|END_RESPONSE|>', adapter, context)).toMatchObject({ reasoning: '', answer: 'Four.' })
  })

  test('holds the text of a model of which only the name says that it thinks', () => {
    const { adapter, context } = registry.resolve({ model: 'mine-8b-thinking' })
    expect(adapter.id).toBe('think-tags')
    expect(splitText(`${'long '.repeat(60)}</think>4`, adapter, context)).toMatchObject({ answer: '4' })
    expect(splitText('Four.', adapter, context)).toMatchObject({ reasoning: '', answer: 'Four.' })
  })

  test('takes the row of a family before one that only knows the name', () => {
    expect(registry.resolve({ model: 'Kimi-VL-A3B-Thinking' }).context.options).toEqual({ family: 'kimi_k1.5_vl' })
    expect(registry.resolve({ model: 'mine-8b-thinking' }).context.options).toEqual({ family: 'named_thinking' })
  })

  test('knows who writes the opening tag whatever the template does, so that an answer without one is an answer', () => {
    for (const model of ['MiniMax-M2.5', 'MiniMax-M3']) {
      const { adapter, context } = registry.resolve({ model, provider: 'minimax' })
      expect(splitText('<think>2+2</think>\n\n4', adapter, context)).toMatchObject({ reasoning: '2+2', answer: '\n\n4' })
      expect(splitText('Four.', adapter, context)).toMatchObject({ reasoning: '', answer: 'Four.' })
      const elsewhere = registry.resolve({ model, provider: 'vllm' })
      expect(splitText('2+2</think>4', elsewhere.adapter, elsewhere.context)).toMatchObject({ reasoning: '2+2', answer: '4' })
    }
  })

  test.each([
    ['MiniMaxAI/MiniMax-M3', '<mm:think>2+2</mm:think>4'],
    ['minimax/minimax-m3', '<think>2+2</think>4'],
    ['minimax/minimax-m3', '2+2</mm:think>4'],
    ['MiniMax-M2.7', '<thinking>2+2</thinking>4'],
    ['mistralai/Magistral-Small-2506', '<think>2+2</think>4'],
    ['mistralai/Magistral-Small-2509', '[THINK]2+2[/THINK]4'],
    ['open-thoughts/OpenThinker3-7B', '<think>2+2</think>4'],
    ['moonshotai/Kimi-K2.7-Code', '2+2</think>4'],
    ['microsoft/MAI-DS-R1', '2+2</think>4'],
    ['zai-org/GLM-4.6V', '<think>2+2</think><|begin_of_box|>4<|end_of_box|>'],
    ['THUDM/GLM-4.1V-9B-Thinking', '<think>2+2</think><answer><|begin_of_box|>4<|end_of_box|></answer>'],
    ['upstage/Solar-Open-100B', '<|think|>2+2<|end|><|begin|>assistant<|content|>4'],
    ['upstage/Solar-Open-100B', '<|think|>2+2<|end|><|content|>4<|flush|>'],
    ['HuggingFaceTB/SmolLM3-3B', '<think>2+2</think>4'],
  ])('%s: %s comes apart', (model, text) => {
    const { adapter, context } = registry.resolve({ model })
    expect(splitText(text, adapter, context)).toMatchObject({ reasoning: '2+2', answer: '4', closed: true })
  })

  test('takes what a model without tags says aloud for its answer', () => {
    const { adapter, context } = registry.resolve({ model: 'Qwen/QwQ-32B-Preview' })
    expect(splitText('Let me see. 2+2 is 4.', adapter, context)).toMatchObject({ reasoning: '', answer: 'Let me see. 2+2 is 4.' })
  })

  test('is told nothing of models that need another parser', () => {
    expect(registry.resolve({ model: 'gpt-oss:20b' }).passport.flags['think-tags']).toBeUndefined()
  })
})

interface SharedFamily {
  family: string
  models: string[]
  open: string[]
  close: string[]
  toolCallOpeners: string[]
  startsInReasoning: boolean | 'template'
}

/** Rows that we leave out, and patterns of which we know better. */
const leftOut = new Set(['gpt_oss', 'gemma_prompted'])
const splitUp: Record<string, string> = {
  'kimi-k2': 'kimi_k2_instruct',
  'Kimi-K2-Thinking': 'kimi_k2_thinking',
  'command-r7b': 'cohere_command_r7b',
  LongCat: 'longcat_chat',
}
/** Where templates of today say otherwise than this table. */
const newerStart: Record<string, string> = {
  seed_oss: 'hold',
  minimax_m3: 'hold',
  mistral: 'answer',
  poolside_laguna: 'template',
  inkling: 'answer',
  muse_glimmer: 'answer',
  // Their prompt opens the thought whatever a request says.
  qwq: 'reasoning',
  exaone_deep: 'reasoning',
  'step3.5': 'reasoning',
}

describe.skipIf(shared === undefined)(`the shared family table${shared === undefined ? ` (${sharedMissing})` : ''}`, () => {
  const rows: SharedFamily[] = shared === undefined ? [] : JSON.parse(readFileSync(sharedPath('conformance', 'families.json'), 'utf8'))

  test.each(rows.map((row) => [row.family, row] as const))('%s: we say the same', (id, row) => {
    const own = families.find((family) => family.id === id)
    if (leftOut.has(id)) {
      expect(own).toBeUndefined()
      // A plain `gemma-3` is known not to think.
      for (const pattern of row.models) expect([undefined, 'named_not_thinking']).toContain(familyOf(example(pattern)))
      return
    }
    for (const pattern of row.models) {
      const model = example(pattern)
      if (pattern !== '*') expect([model, familyOf(model)]).toEqual([model, splitUp[model] ?? id])
    }
    const tools = [own!.options.toolOpeners ?? []].flat()
    expect(own!.start).toBe(
      newerStart[id] ?? (row.startsInReasoning === 'template' ? 'template' : row.startsInReasoning ? 'reasoning' : 'answer'),
    )
    expect(tagsOf(own!.options.startTag)).toEqual(expect.arrayContaining(row.open))
    if (id === 'lmstudio_synthetic') return
    // What is a tool opener as well is one, and no closer.
    expect(tagsOf(own!.options.endTag)).toEqual(expect.arrayContaining(row.close.filter((tag) => !tools.includes(tag))))
    expect(tools).toEqual(expect.arrayContaining(row.toolCallOpeners))
  })
})

const example = (pattern: string): string =>
  pattern
    .replace(/^\*|\*$/g, '')
    .replaceAll('*', '-8B-')
    .replaceAll(/-{2,}/g, '-')

/** The one that no other family has. */
const ownTag = (tags: (typeof families)[number]['options']['startTag']): string =>
  tagsOf(tags).find((text) => !/^<\/?think(?:ing)?>$/.test(text))!

const tagsOf = (tags: (typeof families)[number]['options']['startTag']): string[] =>
  [tags ?? []].flat().map((tag) => (typeof tag === 'string' ? tag : `${tag.prefix}4f2a${tag.suffix}`))
