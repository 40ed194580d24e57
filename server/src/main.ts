import { serve } from './serve.ts'
import { tellFailure } from './tell-failure.ts'

/** A server process: all its settings come from the environment (settings/config.ts). */
await serve().catch(tellFailure)
