import { serve, tellFailure } from './serve.ts'

/** A server process: all its settings come from the environment (config.ts). */
await serve().catch(tellFailure)
