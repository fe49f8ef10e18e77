/** From least to most: each role may do all that the ones before it may. */
export const roles = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

/** What a person may ask for, and the least role it takes. The name is also the audit entry's `command`. */
export const permissions = {
  revealPayload: 'operator',
  retryEvent: 'operator',
  replayEvent: 'operator',
  restoreEvent: 'operator',
  rejectEvent: 'operator',
  reconcileEvent: 'operator',
  decideOperation: 'operator',
  resolveConflict: 'operator',
  createSource: 'admin',
  rotateSecret: 'admin',
  createDestination: 'admin',
  bindAction: 'admin',
  unbindAction: 'admin',
  createUser: 'admin',
  setRole: 'admin',
  setPassword: 'admin',
  disableUser: 'admin',
  enableUser: 'admin',
  removeDemo: 'admin',
} as const satisfies Record<string, Role>

export type Command = keyof typeof permissions

export function permits(role: Role, command: Command): boolean {
  return roles.indexOf(role) >= roles.indexOf(permissions[command])
}
