/** The step of the wizard, so that Back and Forward move between steps; omitted for the first. */
interface WizardSearch {
  readonly step?: 2 | 3 | undefined
}

/** Reads the search parameters of `/paynow?step=2`; all others are ignored. */
export function wizardSearch({ step }: Record<string, unknown>): WizardSearch {
  return step === 2 || step === 3 ? { step } : {}
}
