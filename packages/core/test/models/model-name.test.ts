import { createModelNames, matchKnownModel, matchModel, matchesModel, modelSpellings } from '@reason/core/adapter'
import { describe, expect, it } from 'vitest'

describe('modelSpellings', () => {
  it.each([
    ['Qwen/Qwen3-8B', 'Qwen3-8B'],
    ['qwen3:8b', 'qwen3-8b'],
    ['qwen3:latest', 'qwen3'],
    ['/models/Qwen3-8B-Q4_K_M.gguf', 'Qwen3-8B'],
    ['C:\\models\\Qwen3-8B-Q4_K_M.gguf', 'Qwen3-8B'],
    ['hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M', 'Qwen3-8B'],
    ['unsloth/Qwen3-14B-unsloth-bnb-4bit', 'Qwen3-14B'],
    ['Qwen3-235B-A22B-Thinking-2507-UD-Q2_K_XL-00001-of-00003.gguf', 'Qwen3-235B-A22B-Thinking-2507'],
    ['deepseek-r1:14b-qwen-distill-q4_K_M', 'deepseek-r1-14b-qwen-distill'],
    ['gpt-oss-20b-mxfp4.gguf', 'gpt-oss-20b'],
    ['phi-4-reasoning.IQ4_XS.gguf', 'phi-4-reasoning'],
    ['GLM-4.5-Air', 'GLM-4.5-Air'],
  ])('%s is also %s', (name, spelling) => expect(modelSpellings(name)).toContain(spelling))
})

describe('matchModel', () => {
  it('ignores case', () => expect(matchesModel(['*QWEN3*'], 'qwen3:8b')).toBe(true))
  it('is anchored where there is no star', () => expect(matchesModel(['*Qwen3-4B'], 'Qwen/Qwen3-4B-Thinking-2507')).toBe(false))
  it.each(
    'q8_0 Q4_K_M IQ4_XS iq2_xxs f16 F32 fp16 fp32 fp8 bf16 BF16 mxfp4 nvfp4 int4 int8 w4a16 4bit 8-bits gguf GPTQ awq exl2 exl3 mlx bnb dynamic unsloth UD imat latest'.split(
      ' ',
    ),
  )('says nothing of the model: -%s', (ending) => expect(matchesModel(['Qwen3-8B'], `Qwen3-8B-${ending}`)).toBe(true))
  it.each(['Qwen3-8', 'Qwen3-8B-Instruct', 'Qwen3-8B-16', 'Qwen3-8B-v16', 'Qwen3-8B-bfloat'])('says something: %s', (name) =>
    expect(matchesModel(['Qwen3', 'Qwen3-8B'], name)).toBe(false),
  )
  it('fits through packaging', () => expect(matchesModel(['*Qwen3-4B'], 'Qwen3-4B-Q8_0.gguf')).toBe(true))
  it('prefers the pattern with more literal characters', () => expect(matchModel(['*Qwen3*', '*Qwen3-8B'], 'Qwen3-8B')).toBe(8))
  it.each(['-q4', '.gguf', '-q4_a'])('takes a name of megabytes as it stands: %s', (ending) => {
    const name = `qwen3${ending.repeat(1_000_000)}`
    expect([matchModel(['qwen3*'], name), matchModel(['qwen3'], name)]).toEqual([5, -1])
  })
  it('says -1 where nothing fits', () => expect(matchModel(['*gpt-oss*'], 'Qwen3-8B')).toBe(-1))
  it('lets the pieces of a pattern not overlap', () => expect(matchesModel(['aba*ba'], 'aba')).toBe(false))
  it('wants each piece between stars in its own place', () => expect(matchesModel(['*o*o*x'], 'fox')).toBe(false))
  it('takes other characters literally', () => expect(matchesModel(['a.c'], 'abc')).toBe(false))
})

describe('matchKnownModel', () => {
  it.each([
    ['GLM_4_7', '*glm-4.7*'],
    ['GLM 4.7 Flash', '*glm-4.7*'],
    ['glm-4-7-flash', '*glm-4.7*'],
    ['glm47-flash', '*glm-4.7*'],
    ['qwen36', '*qwen3.6*'],
    ['minimax-m25:free', '*minimax-m2.5*'],
    ['qwen-3-8b', '*qwen3*'],
    ['ernie4.5-21b-thinking', '*ernie-4.5*'],
    ['us.zai.glm-4.7-v1:0', 'glm-4.7*'],
    ['us.deepseek.r1-v1:0', '*deepseek-r1*'],
    ['glm-4.7@20261101', '*glm-4.7'],
    ['/hub/models--zai-org--GLM-4.7/snapshots/0a1b', 'glm-4.7'],
  ])('%s is known as %s, but not served or allowed as that', (name, pattern) => {
    expect([matchKnownModel([pattern], name) >= 0, matchesModel([pattern], name)]).toEqual([true, false])
  })

  it.each([
    ['glm-4-9b', '*glm-4.9*'],
    ['qwen3-8b', '*qwen3.8*'],
    ['gpt-4-0613', '*gpt-4.0*'],
    ['claude-3-20240229', '*claude-3.2*'],
    ['phi-3-4k', '*phi-3.4*'],
    ['llama3.1-8', '*llama3.1.8*'],
    ['qwen32b', '*qwen3.2*'],
    ['glm130', '*glm-1.3*'],
    ['k25', 'k2.5*'],
    ['ab3', 'ab-3'],
  ])('%s is not %s', (name, pattern) => expect(matchKnownModel([pattern], name)).toBe(-1))

  it.each(['.', '_', '-', '@', 'a.', '1-', 'models--a--'])('takes a name of megabytes as it stands: %s', (unit) => {
    expect(matchKnownModel(['qwen3*'], `qwen3${unit.repeat(1_000_000)}`)).toBe(5)
  })
})

describe('names for labels', () => {
  it.each([
    ['gpt-oss-20b', true],
    ['openai/gpt-oss-20b', true],
    ['gpt-5', false],
    ['', false],
    [' gpt-oss-20b', false],
    ['gpt-oss-20b\nother', false],
    ['gpt-oss-\u202e', false],
    [`gpt-oss-${'x'.repeat(192)}`, true],
    [`gpt-oss-${'x'.repeat(193)}`, false],
  ])('%j is one: %s', (name, isOne) => {
    const names = createModelNames(['gpt-oss-*'])
    expect(names.has(name)).toBe(false)
    expect(names.admit(name)).toBe(isOne)
    expect(names.has(name)).toBe(isOne)
  })

  it('are the first ones, and stay', () => {
    const names = createModelNames(['*'], 2)
    expect(['a', 'b', 'c', 'a', 'b'].map(names.admit)).toEqual([true, true, false, true, true])
  })
})
