/** So that Back and Forward move between steps; omitted for the first. */
export interface SignUpSearch {
  readonly step?: 2 | 3 | 'done' | undefined
}

export function signUpSearch({ step }: Record<string, unknown>): SignUpSearch {
  return step === 2 || step === 3 || step === 'done' ? { step } : {}
}
