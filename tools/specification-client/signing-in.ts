import { z } from 'zod'
import type { Browser } from './browser.ts'
import type { Customer, Known } from './known.ts'
import { TenDigits, resultStatus } from './words.ts'

/** The body of every login (C§7): four of its fields are the same for everybody. */
function loginBody({ username, password }: Pick<Customer, 'username' | 'password'>, division: string): object {
  return {
    webUserPersonIdTypeCode: 'WEB',
    userName: username,
    password,
    webAccessFlag: 'ALWD',
    wrongPasswordCountPersonCharTypeCode: 'WPCOUNT',
    cisDivision: division,
    wrongPasswordCountLimit: '5',
  }
}

/** Who has signed in, as the browser's storage keeps it (C§3). */
const SignedIn = z.object({
  status: z.object({ loginMessage: z.string() }),
  result: z.object({
    loginSuccessful: z.literal(true),
    personId: z.string(),
    premiseData: z
      .array(
        z.object({
          accountId: TenDigits,
          premiseInfo: z.string().regex(/^[^,]*$/, 'without commas (C§3)'),
          customerClass: z.string(),
          isActive: z.boolean(),
        }),
      )
      .min(1),
  }),
})
type SignedIn = z.infer<typeof SignedIn>['result']

/** Logs in (C§2.2, C§4): first with a wrong password, which is told in `loginMessage`. */
export async function logIn(browser: Browser, customer: Customer, { division }: Known): Promise<SignedIn> {
  const Refused = z.object({
    status: z.object({ loginMessage: z.string().min(1) }),
    result: z.object({ loginSuccessful: z.literal(false) }),
  })
  const path = '/api/v1/user-login'
  await browser.post('C§7, C§8', path, loginBody({ ...customer, password: 'not this one' }, division), Refused)
  return (await browser.post('C§7', path, loginBody(customer, division), SignedIn)).result
}

/** Changes the own password (C§2.5) and changes it back, so that the customer is who they were. */
export async function changeOwnPassword(browser: Browser, personId: string, { password }: Customer): Promise<void> {
  const another = 'Another-Pass-7'
  const changes = [
    { personId, oldPassword: password, password: another },
    { personId, oldPassword: another, password },
  ]
  for (const body of changes) {
    // C§7 shows no reply; R4 says what it looks like.
    await browser.post('C§7', '/api/v1/update-user-password', body, resultStatus('Success'))
  }
}

/** What both forgot flows tell: the security question. C§7 shows no reply; R8 says what it looks like. */
const Found = z.object({
  result: z.object({ status: z.literal('Success'), personId: z.string(), securityQuestion: z.string() }),
})

/**
 * Both forgot flows (C§2.4, C§4) up to the letter that is sent. The specification compares the answer in the browser;
 * by R8 it goes to the server beside `personId`, and a wrong one is refused there.
 */
export async function getBackIn(
  browser: Browser,
  person: Customer & { accountId: string; emailAddress: string; division: string },
): Promise<void> {
  const { accountId, division, username, emailAddress, answer } = person
  const flows = [
    { name: 'password', body: { accountId, division, username } },
    { name: 'username', body: { accountId, emailAddress, division } },
  ]
  for (const { name, body } of flows) {
    const { result } = await browser.post('C§7', `/api/v1/forgot-${name}`, body, Found)
    const send = `/api/v1/send-email-forgot-${name}`
    const wrong = { personId: result.personId, answer: 'not this' }
    const NotValid = z.object({
      result: z.object({ status: z.literal('Failed'), description: z.literal('Security Answer is not valid.') }),
    })
    await browser.post('C§4, C§7', send, wrong, NotValid)
    // Capitals do not count (C§4).
    await browser.post('C§7', send, { ...wrong, answer: answer.toUpperCase() }, resultStatus('Success'))
  }
}
