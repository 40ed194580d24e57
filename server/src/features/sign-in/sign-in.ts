import type { ParsedBodyOf } from '@portal/contract/call'
import type { PremiseOfPerson, SignInReply, userLogin } from '@portal/contract/sign-in'
import { wrongPasswordLimit, signInTexts } from '@portal/contract/sign-in-texts'
import type { Deps } from '../../deps.ts'
import { findPersonNow } from '../../foundation/contact-changes/delivery.ts'
import { inQueue, matchesInQueue } from '../../foundation/credentials/hashing.ts'
import { type KnownBrowser, findKnownBrowser, rememberBrowser } from '../../foundation/credentials/known-browsers.ts'
import {
  type PasswordAttempt,
  type LoginUser,
  forgiveAttempts,
  lockWhenUsedUp,
  nameDigest,
  countAttemptByName,
  forgiveAttemptsInBrowser,
  countAttemptInBrowser,
} from '../../foundation/credentials/password-attempts.ts'
import { restoreAll, consumeAll } from '../../foundation/rate-limits/rate-limits.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { type SigningBrowser, openCustomerSession, recordRefusal } from './open-session.ts'

type Given = Pick<ParsedBodyOf<typeof userLogin>, 'userName' | 'password'>

/** The token is null unless somebody has signed in. */
interface SignedIn {
  reply: SignInReply
  token: string | null
  /** Null when the browser keeps the one it has. */
  knownToken?: string | null
}

/** C§4; unknown names take the same work. @throws Refusal: too many tries; BillingSystemDown; HashQueueFull */
export async function signIn(deps: Deps, browser: SigningBrowser, given: Given): Promise<SignedIn> {
  // Counted only when its turn comes, so that a crowd does not reach the database all at once.
  const attempted = await inQueue(() => attemptPassword(deps, browser, given))
  const { user, attempt, isRight, tries, known } = attempted
  if (!user || !attempt.isAllowed || !isRight) return await refuseSignIn(deps, browser, attempted)

  const [{ premiseData, token }] = await Promise.all([
    openSessionOf(deps, browser, { ...user, known }),
    restoreAll(deps, tries),
  ])
  if (token === null) return await refuseSignIn(deps, browser, attempted)
  if (!known) deps.wake(emailWork)
  deps.log.info({ event: 'signed-in', webUser: user.id }, 'Customer logged in')
  return {
    reply: {
      status: { loginMessage: signInTexts.success },
      result: { loginSuccessful: true, personId: user.personId, premiseData },
    },
    token,
    knownToken: await remember(deps, browser, { user, known }),
  }
}

/** An administrator's test login tells nothing about the customer's browsers (R6). */
async function remember(
  { db, clock }: Deps,
  { tester, knownToken: held }: SigningBrowser,
  { user, known }: { user: LoginUser; known: KnownBrowser | null },
): Promise<string | null> {
  if (tester) return null
  if (known) await forgiveAttemptsInBrowser(db, known)
  return await rememberBrowser(db, { held, known }, { kind: 'customer', id: user.id }, clock.now())
}

interface AttemptedPassword {
  user: LoginUser | null
  attempt: PasswordAttempt
  isRight: boolean
  tries: ReturnType<typeof triesOf>
  /** If the customer has signed in there before. */
  known: KnownBrowser | null
}

/** Given back after success. A known browser counts for itself: strangers cannot use up its tries. */
function triesOf(clientAddress: string, digest: Buffer, known: KnownBrowser | null) {
  if (known) return [['failedSignInsPerName', `known ${known.id}`]] as const
  return [
    ['failedSignInsPerAddress', clientAddress],
    ['failedSignInsPerName', digest.toString('base64url')],
  ] as const
}

async function attemptPassword(
  deps: Deps,
  { origin, knownToken }: SigningBrowser,
  { userName, password }: Given,
): Promise<AttemptedPassword> {
  const digest = nameDigest(deps, userName)
  const now = deps.clock.now()
  const known = await findKnownBrowser(deps.db, 'customer', { token: knownToken, username: userName, now })
  const tries = triesOf(origin.clientAddress, digest, known)
  await consumeAll(deps, tries)
  const guessedAt = { username: userName, nameDigest: digest, now }
  const { user, attempt } = known
    ? await countAttemptInBrowser(deps.db, known)
    : await countAttemptByName(deps.db, guessedAt)
  return { user, attempt, isRight: await matchesInQueue(user?.passwordHash ?? null, password), tries, known }
}

async function openSessionOf(
  deps: Deps,
  browser: SigningBrowser,
  user: LoginUser & { known: KnownBrowser | null },
): Promise<{ premiseData: PremiseOfPerson[]; token: string | null }> {
  try {
    const isNew = user.known === null && browser.tester === null
    const [premiseData, person] = await Promise.all([
      premisesOf(deps, user),
      isNew ? findPersonNow(deps, user.personId) : null,
    ])
    const noticeTo = person?.emailAddress ?? null
    return { premiseData, token: await openCustomerSession(deps, browser, { ...user, noticeTo }, premiseData) }
  } catch (error) {
    // The password was right: a failure of ours locks nobody out, and the first one is reported.
    await (user.known ? forgiveAttemptsInBrowser(deps.db, user.known) : forgiveAttempts(deps.db, user.id)).catch(
      () => undefined,
    )
    throw error
  }
}

async function refuseSignIn(
  deps: Deps,
  browser: SigningBrowser,
  { user, attempt, isRight, known }: AttemptedPassword,
): Promise<SignedIn> {
  const isUsedUp = !attempt.isAllowed || attempt.made >= wrongPasswordLimit
  // A right one may be turned away while others have all attempts; that locks nobody out.
  if (user && !known && isUsedUp && !isRight && (await lockWhenUsedUp(deps.db, user.id, deps.clock.now()))) {
    deps.log.warn({ event: 'login-locked', webUser: user.id }, 'Online account locked after too many wrong passwords')
  }
  await recordRefusal(deps, browser, user)
  deps.log.info({ event: 'sign-in-failed', webUser: user?.id ?? null }, 'Login failed')
  const loginMessage = isUsedUp ? signInTexts.exceeded : signInTexts.failed
  return { reply: { status: { loginMessage }, result: { loginSuccessful: false } }, token: null }
}

async function premisesOf(deps: Deps, { personId }: LoginUser): Promise<PremiseOfPerson[]> {
  const accounts = await deps.billing.accountsOfPerson(personId)
  return accounts.map(({ accountId, serviceLocation, customerClass, isActive }) => ({
    accountId,
    premiseInfo: serviceLocation.replaceAll(',', ''),
    customerClass,
    isActive,
  }))
}
