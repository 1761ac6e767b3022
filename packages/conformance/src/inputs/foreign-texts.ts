/** Answers of models that an adapter does not know. Loading the adapter must not change how any of them is split. */
export const plainTexts: readonly string[] = [
  'The answer is 51.',
  'Reasoning: 30 + 21 is 51.\n\nAnswer: 51.\n\nFinal answer: 51. Final Answer: **51**. In short: 51.',
  'Thinking about it, the analysis is this. First, thought and reason differ. My thoughts: none. Thought: none. Analysis: none. Think: no. Plan: go.',
  'Question: why?\nExplanation: because.\nSolution: 51\nResult: 51\nConclusion: so it is.\nResponse: yes\nOutput: 51\nObservation: fine\nAction: stop\nStep 1: add.',
  '# Title\n\n## Reasoning\n\nSome.\n\n### Answer\n\n**Final Answer**\n\n***\n\n---\n\n===\n\n* a\n* b\n\n1. one\n2. two\n\n> quoted\n\n- [ ] open\n- [x] done',
  'Title\n=====\n\nPart\n----\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n~~no~~ _yes_ **sure** `code` ``more``',
  '```python\nif a < b and b > c:\n    print({"reasoning": [1, 2], "answer": a[0]})  # think\n```\n\n~~~\n$ ls | wc -l >> out; cat <<EOF\nEOF\n~~~',
  '<!doctype html>\n<html><body><p class="a">Hi &amp; bye</p><br/><answer>51</answer><!-- note --></body></html>',
  '<?xml version="1.0"?><response><result>51</result><![CDATA[x]]></response>',
  '{"reasoning": "30 + 21", "answer": "51"}',
  '[{"role": "assistant", "content": "51"}, null, true, -1.5e3, "a\\"b"]',
  'The set {x | x < 5}, the list [1, 2], f(x) = x^2, a => b, a -> b, a <- b, a ≤ b, \\(x\\), \\[y\\], $z$, $$\\boxed{51}$$, 5 % 2, a && b || c.',
  'See [the page](https://example.org/a?b=c#d), <https://example.org>, me@example.org, C:\\files\\x, ~/x, /etc/hosts, @name, #tag, [1], [^2], {{name}}, [[Page]], %s, ${x}, <T>(x: T[]) => x.',
  '“Quoted” ‘words’ — with dashes … and 「brackets」, 【标题】答案是五十一。思考：无。最终答案：五十一',
  'Étape 1 : réfléchir. Réponse : 51. Antwort: 51. Überlegung: keine. Ответ: 51. Respuesta final: 51.',
  'A: yes.\nB: no.\nUser: hi\nAssistant: hello\nSystem: none\nHuman: hm\n\nAI: 51\n>>> print(51)\n51',
  '',
  ' \n\n ',
  '😀 👩‍👩‍👧 ✅ ❌ → ⇒ ★',
]

const name = ['think', 'thinking', 'thought', 'reasoning']

/** Answers with thoughts in the tags that count for every model. */
export const taggedTexts: readonly string[] = name.flatMap((tag) => [
  `<${tag}>30 + 21.</${tag}>51`,
  `<${tag}>\n30 + 21.\n</${tag}>\n\nReasoning: none. Answer: 51`,
  `30 + 21.</${tag}>51`,
  `<${tag}>30 + 21.`,
  `Well. <${tag}>30 + 21.</${tag}>51 <${tag}>Sure.</${tag}>!`,
])
