import { serve } from './serve.ts'
import { tellFailure } from './tell-failure.ts'

/** All settings come from the environment (settings/config.ts). */
await serve().catch(tellFailure)
