/**
 * Texts of the list of one's own sessions, for customers and administrators; the specification has none of them
 * (docs/security.md).
 */
export const ownSessionsTexts = {
  title: 'Where you are logged in',
  lead: 'Every browser that is logged in with your username. If you do not know one of them, end it and change your password.',
  thisBrowser: 'This browser',
  /** Shown when the server could not recognize the browser from its `User-Agent`. */
  unknownDevice: 'Unknown browser',
  onlyHere: 'You are logged in nowhere else.',
  end: 'End session',
  /** Shown beside the password field, because ending a session needs the password. */
  proveYourself: 'To end this session, please show that it is you.',
  cancel: 'Cancel',
  ended: 'The session was ended.',
  endedAlready: 'This session has ended already.',
  back: 'Back',
} as const
