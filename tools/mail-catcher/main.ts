import { z } from 'zod'
import { startMailCatcher } from './catcher.ts'

/**
 * The mail catcher as a process: `node tools/mail-catcher/main.ts`.
 * Prints one line of JSON with both ports once it listens, and stops on SIGTERM, SIGINT or when its parent goes away.
 */
const Settings = z.object({
  SMTP_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  HTTP_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  MAILS: z.string().min(1),
})

const settings = Settings.safeParse(process.env)
if (!settings.success) {
  console.error(`Mail catcher settings: ${settings.error.issues.map((issue) => issue.path.join('.')).join(', ')}`)
  process.exit(1)
}
const { SMTP_PORT: smtpPort, HTTP_PORT: httpPort, MAILS: folder } = settings.data
const catcher = await startMailCatcher({ smtpPort, httpPort, folder })
for (const end of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.once(end, () => void catcher.close().finally(() => process.exit(0)))
}
console.log(JSON.stringify({ smtpPort: catcher.smtpPort, httpPort: catcher.httpPort }))
