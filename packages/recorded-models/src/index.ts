export { readRecording, recordings, type RecordedExample, type RecordedFiles, type RecordedScript, type Recording } from './catalogue.ts'
export { recordedModels, type RecordedModelsOptions } from './recorded-models.ts'
