import { wrongPasswordLimit } from './credential-texts.ts'

/** What C§7 sends with every sign-in, besides the division. The server knows all of it and reads none of it. */
export const sentWithSignIn = {
  webUserPersonIdTypeCode: 'WEB',
  webAccessFlag: 'ALWD',
  wrongPasswordCountPersonCharTypeCode: 'WPCOUNT',
  wrongPasswordCountLimit: String(wrongPasswordLimit),
} as const
