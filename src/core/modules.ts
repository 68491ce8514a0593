/** The flex modules, in the order of the specification (section 1). */
export const MODULES = ['MEALS', 'HEALTH', 'INTERNET', 'HOLIDAY', 'KITA', 'MOBILITY', 'SPORTS'] as const;
export type Module = (typeof MODULES)[number];
