/** The alarm about an approved transaction of a kind that the portal never asks for. */
export const unheardOfAlarm = 'The gateway lists an approval of a kind nobody knows'

/** The alarm about a transaction that is listed in two ways. */
export const contradictionAlarm = 'The gateway lists one transaction in two ways'
