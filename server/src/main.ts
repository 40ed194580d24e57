import './oldest-node.ts'
import { reportFailure } from './report-failure.ts'
import { serve } from './serve.ts'

/** All settings come from the environment (settings/config.ts). */
await serve().catch(reportFailure)
