import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readWords } from '../run/read-words.ts'
import { DiffersFromSpecification } from './browser.ts'
import { callsLeftOut } from './calls.ts'
import { visit } from './visit.ts'

/**
 * `npm run specification -- http://localhost:… --account N --zip Z`: uses a running portal as a client that knows the
 * specification alone, and compares every reply with it. The account is one whose customer has not enrolled yet, has an
 * e-mail address on file and may pay by card: the visit enrols them, so each can be named once. `--admin` and
 * `--admin-password` name a super admin, that of the demo when left out. Ends with 1 when something differs.
 */

const usage = `npm run specification -- ADDRESS --account N --zip Z [--admin U --admin-password P]
  Uses a running portal as a client that knows the specification alone, and compares every reply with it.
  --account  of a customer who has not enrolled, has an e-mail address on file and may pay by card; gets enrolled`
const option = { type: 'string' } as const

const Given = z.object({
  portal: z.url(),
  account: z.string().regex(/^\d{10}$/),
  zip: z.string().regex(/^\d{5}$/),
  admin: z.string().default('demo.super'),
  'admin-password': z.string().default('Hafa-Adai-1'),
})

const given = readWords(usage, () => {
  const options = { account: option, zip: option, admin: option, 'admin-password': option }
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  return Given.parse({ portal: positionals[0], ...values })
})
if (given) process.exitCode = await compare(given)

async function compare({ portal, account, zip, ...admin }: z.infer<typeof Given>): Promise<number> {
  const known = {
    division: 'GWA',
    customer: { accountId: account, zip },
    admin: { username: admin.admin, password: admin['admin-password'] },
    card: {
      cardHolderName: 'Specification Client',
      cardNumber: '4111111111111111',
      validExpDate: '1235',
      cvv: '123',
      billingZipCode: zip,
    },
    declinedAmount: '5302.00',
  }
  try {
    const made = await visit(new URL(portal).origin, known, (line) => console.log(line))
    const leftOut = callsLeftOut(made)
    console.log(`${made.length} calls made, every reply as the specification shows it`)
    if (leftOut.length > 0) console.error(`Not made: ${leftOut.join(', ')}`)
    return leftOut.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof DiffersFromSpecification)) throw error
    console.error(error.message)
    return 1
  }
}
