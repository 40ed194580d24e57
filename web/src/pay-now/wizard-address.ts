/** The step that the browser's Back and Forward move between; the first one is not written out. */
export interface WizardSearch {
  readonly step?: 2 | 3 | undefined
}

/** Reads `/paynow?step=2`; anything else in it is ignored. */
export function wizardSearch({ step }: Record<string, unknown>): WizardSearch {
  return step === 2 || step === 3 ? { step } : {}
}
