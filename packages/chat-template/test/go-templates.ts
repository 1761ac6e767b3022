/** Minimal Go templates with the features of those in Ollama's library (ollama.com/library, the layers named `template`). */
export const goTemplates = {
  // qwen3: a word in the user's last message switches thinking, and an empty thought turns it off.
  switched: `{{ $u := -1 }}{{ range $i, $m := .Messages }}{{ if eq $m.Role "user" }}{{ $u = $i }}{{ end }}{{ end -}}
{{ range $i, $_ := .Messages }}{{ $last := eq (len (slice $.Messages $i)) 1 -}}
{{ if eq .Role "assistant" }}<|im_start|>assistant
{{ if and $.IsThinkSet (and .Thinking (or $last (gt $i $u))) -}}
<think>{{ .Thinking }}</think>
{{ end -}}
{{ if .Content }}{{ .Content }}{{ else if .ToolCalls }}<tool_call>
{{ range .ToolCalls }}{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}
{{ end }}</tool_call>{{ end }}{{ if not $last }}<|im_end|>
{{ end }}
{{- else }}<|im_start|>{{ .Role }}
{{ .Content }}{{ if and $.IsThinkSet (eq $i $u) }}{{ if $.Think }} /think{{ else }} /no_think{{ end }}{{ end }}<|im_end|>
{{ if $last }}<|im_start|>assistant
{{ if and $.IsThinkSet (not $.Think) -}}
<think>

</think>

{{ end }}{{ end }}{{ end }}{{ end }}`,
  // qwen3:4b, deepseek-v3.1: the prompt opens the thought.
  opened: `{{ range .Messages }}{{ if eq .Role "assistant" }}{{ with .Thinking }}{{ . }}</think>{{ end }}{{ .Content }}<｜end▁of▁sentence｜>
{{- else }}<｜User｜>{{ .Content }}<｜Assistant｜>{{ if or (not $.IsThinkSet) $.Think }}<think>{{ else }}</think>{{ end }}{{ end }}{{ end }}`,
  // magistral: no switch, no opener in the prompt.
  brackets: `{{ range .Messages }}{{ if eq .Role "assistant" }}{{ if .Thinking }}[THINK]{{ .Thinking }}[/THINK]{{ end }}{{ .Content }}</s>
{{- else if eq .Role "system" }}[SYSTEM_PROMPT]{{ .Content }}[/SYSTEM_PROMPT]{{ else }}[INST]{{ .Content }}[/INST]{{ end }}{{ end }}`,
  // gpt-oss: degrees, and channels.
  channels: `<|start|>system<|message|>Reasoning: {{ if eq .ThinkLevel "" }}medium{{ else }}{{ .ThinkLevel }}{{ end }}. {{ currentDate }}<|end|>
{{- range $i, $m := .Messages }}{{ $last := eq (len (slice $.Messages $i)) 1 }}
{{- if eq .Role "assistant" }}
{{- if .Thinking }}<|start|>assistant<|channel|>analysis<|message|>{{ .Thinking }}<|end|>{{ end }}
{{- if .Content }}<|start|>assistant<|channel|>final<|message|>{{ .Content }}<|end|>{{ end }}
{{- else }}<|start|>{{ .Role }}<|message|>{{ .Content }}<|end|>{{ end }}
{{- if and $last (ne .Role "assistant") }}<|start|>assistant{{ end }}{{ end }}`,
  // granite3.2: only the instructions mention the tags.
  instructed: `{{ range .Messages }}<|start_of_role|>{{ .Role }}<|end_of_role|>{{ .Content }}
{{- if and (eq .Role "system") $.Think }} Write your thoughts between <think></think>.{{ end }}<|end_of_text|>
{{ end }}<|start_of_role|>assistant<|end_of_role|>`,
  // gemma3: no thought.
  plain: `{{ range $i, $_ := .Messages }}<start_of_turn>{{ if eq .Role "assistant" }}model{{ else }}user{{ end }}
{{ .Content }}<end_of_turn>
{{ if eq (len (slice $.Messages $i)) 1 }}<start_of_turn>model
{{ end }}{{ end }}`,
  // Old templates without a list of messages: one exchange.
  exchange: `{{ if .System }}<|im_start|>system
{{ .System }}<|im_end|>
{{ end }}{{ if .Prompt }}<|im_start|>user
{{ .Prompt }}<|im_end|>
{{ end }}<|im_start|>assistant
<think>{{ .Response }}<|im_end|>
`,
} as const
