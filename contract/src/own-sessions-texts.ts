/**
 * Texts of the list of one's own sessions, for customers and administrators; the specification has none of them
 * (docs/security.md).
 */
export const ownSessionsTexts = {
  title: 'Where you’re logged in',
  lead: 'Every browser logged in with your username. If you don’t recognize one, log it out and change your password.',
  thisBrowser: 'This browser',
  /** Shown when the server could not recognize the browser from its `User-Agent`. */
  unknownDevice: 'Unknown browser',
  onlyHere: 'You’re not logged in anywhere else.',
  end: 'Log out',
  /** Shown beside the password field, because ending a session needs the password. */
  proveYourself: 'To log out this browser, enter your password.',
  cancel: 'Cancel',
  ended: 'That browser is logged out.',
  endedAlready: 'That browser was already logged out.',
  back: 'Back',
} as const
