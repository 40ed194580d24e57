/** Which of the two forgot flows (C§2.4). */
export type Forgotten = 'password' | 'username'
