/** The step that the browser's Back and Forward move between; the first one is not written out. */
export interface SignUpSearch {
  readonly step?: 2 | 3 | 'done' | undefined
}

/** Reads `/sign-up?step=2`; anything else in it is ignored. */
export function signUpSearch({ step }: Record<string, unknown>): SignUpSearch {
  return step === 2 || step === 3 || step === 'done' ? { step } : {}
}
