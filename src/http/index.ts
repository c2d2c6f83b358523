export { createHttpApp } from './create-http-app.ts'
export { listen, ListenError, type Listening, type ListenOptions } from './listen.ts'
export type { HttpLogger, HttpMetrics, HttpOptions } from './ports.ts'
