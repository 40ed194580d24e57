/** Ours, for browsers that refuse the cookies by which the server knows a visitor again (R5). */
export const cookieTexts = {
  refused: 'Your browser is blocking cookies.',
  allow: 'Without them you can’t log in, register or pay. Allow cookies for this site, then reload the page.',
  notSent: 'Your browser did not send our cookie back. Allow cookies for this site, then reload the page.',
} as const
