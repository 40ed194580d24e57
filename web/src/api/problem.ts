import { commonProblems, Problem, problemType } from '@portal/contract/problem'

interface Refusal {
  /** The stable name: one of the call's own problems, a common one, or `unreachable`. */
  readonly name: string
  /** The sentence to show. */
  readonly message: string
  readonly detail?: string | undefined
  readonly errors?: Problem['errors']
  readonly retryAfterSeconds?: number | undefined
  /** The checkout the refusal is about. */
  readonly checkout?: string | undefined
  /** What is owed now where something else was shown. */
  readonly balances?: Problem['balances']
  /** What to quote when calling customer service. */
  readonly requestId?: string | undefined
}

/** Why a call did not answer. The only error `send` throws. */
export class ApiProblem extends Error implements Refusal {
  override readonly name: string
  readonly detail: string | undefined
  readonly errors: NonNullable<Problem['errors']>
  readonly retryAfterSeconds: number | undefined
  readonly checkout: string | undefined
  readonly balances: NonNullable<Problem['balances']>
  readonly requestId: string | undefined

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.name = refusal.name
    this.detail = refusal.detail
    this.errors = refusal.errors ?? []
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.checkout = refusal.checkout
    this.balances = refusal.balances ?? []
    this.requestId = refusal.requestId
  }

  /**
   * Whether the server may have done what was asked although we got no proper answer. Asking again is only safe for a
   * call that carries an idempotency key.
   */
  get isUncertain(): boolean {
    return this.name === 'unreachable' || this.name === 'fault'
  }

  /**
   * The words the specification has for a server that fails (C§8), when it is the billing records; what is known of it
   * follows.
   */
  inWords(message: string): ApiProblem {
    if (this.name !== 'partner-down') return this
    return new ApiProblem({ name: this.name, message, detail: this.message, requestId: this.requestId })
  }
}

/** The network failed, the server took too long, or what came back is not from our server. */
export function unreachable(): ApiProblem {
  return new ApiProblem({
    name: 'unreachable',
    message: commonProblems.fault.title,
    detail: 'We could not reach our server. Please check your internet connection. What you typed is still here.',
  })
}

/** Reads a refusal (RFC 9457); a body that is not one becomes the common `fault`. */
export function problemFrom(body: unknown): ApiProblem {
  const parsed = Problem.safeParse(body)
  if (!parsed.success) return new ApiProblem({ name: 'fault', message: commonProblems.fault.title })
  const { type, title, ...rest } = parsed.data
  return new ApiProblem({ ...rest, name: type.slice(problemType('').length), message: title })
}
