import { commonProblems, outdatedPage, Problem, problemType } from '@portal/contract/problem'
import { t } from '#ui/text/t.ts'

interface Refusal {
  /** One of the call's own problems, a common one, `unreachable` or `page-fault`. */
  readonly name: string
  readonly message: string
  readonly detail?: string | undefined
  readonly errors?: Problem['errors']
  readonly retryAfterSeconds?: number | undefined
  /** The id of the checkout concerned. */
  readonly checkout?: string | undefined
  /** Of accounts whose balance has changed since it was shown. */
  readonly balances?: Problem['balances']
  readonly today?: Problem['today']
  /** The rules for service fees now. */
  readonly serviceFees?: Problem['serviceFees']
  /** To quote when contacting customer service. */
  readonly requestId?: string | undefined
}

/** The only error that `send` throws. */
export class ApiProblem extends Error implements Refusal {
  override readonly name: string
  readonly detail: string | undefined
  readonly errors: NonNullable<Problem['errors']>
  readonly retryAfterSeconds: number | undefined
  readonly checkout: string | undefined
  readonly balances: NonNullable<Problem['balances']>
  readonly today: Problem['today']
  readonly serviceFees: Problem['serviceFees']
  readonly requestId: string | undefined

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.name = refusal.name
    this.detail = refusal.detail
    this.errors = refusal.errors ?? []
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.checkout = refusal.checkout
    this.balances = refusal.balances ?? []
    this.today = refusal.today
    this.serviceFees = refusal.serviceFees
    this.requestId = refusal.requestId
  }

  /** The server may have done it without a proper reply. Only a call with an idempotency key may be repeated. */
  get isUncertain(): boolean {
    return this.name === 'unreachable' || this.name === 'fault'
  }

  /** For what was only to be read: without billing records, the specification's message for a failing server (C§8). */
  inWords(message: string): ApiProblem {
    if (this.name === 'unreachable') return new ApiProblem({ name: this.name, message: this.message, detail: noServer })
    if (this.name !== 'partner-down') return this
    return new ApiProblem({ name: this.name, message, detail: this.message, requestId: this.requestId })
  }
}

const noServer = t('We couldn’t reach our server. Check your internet connection.')

/** The network failed, the server took too long, or the reply was not from our server. */
export function unreachable(): ApiProblem {
  return new ApiProblem({
    name: 'unreachable',
    message: t(commonProblems.fault.title),
    detail: t('{noServer} What you entered is still here.', { noServer }),
  })
}

/** A reply that is not as this page knows it, from a server of another version or something in between. */
export function otherVersion(): ApiProblem {
  return new ApiProblem({
    name: 'fault',
    message: t(commonProblems.fault.title),
    detail: t(outdatedPage),
  })
}

/** The page itself failed. What it had sent may have arrived. */
export function pageFault(): ApiProblem {
  return new ApiProblem({
    name: 'page-fault',
    message: t('Something went wrong'),
    detail: t(
      'This page stopped working. Reload it to continue. If you were making a payment, reload and wait for the result. Do not pay again before that.',
    ),
  })
}

/** RFC 9457; any other body becomes the common `fault`. */
export function problemFrom(body: unknown): ApiProblem {
  const parsed = Problem.safeParse(body)
  if (!parsed.success) return new ApiProblem({ name: 'fault', message: t(commonProblems.fault.title) })
  const { type, title, status, requestId, ...rest } = parsed.data
  const name = type.slice(problemType('').length)
  // What a person can mend needs no reference.
  return new ApiProblem({ ...rest, name, message: title, requestId: status >= 500 ? requestId : undefined })
}
