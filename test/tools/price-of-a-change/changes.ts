import type { Change } from './change.ts';
import { COMPANY_SETTING } from './company-setting.ts';
import { EMPLOYEE_TEXT } from './employee-text.ts';
import { OPERATION } from './operation.ts';

export const CHANGES: readonly [Change, ...Change[]] = [EMPLOYEE_TEXT, COMPANY_SETTING, OPERATION];
