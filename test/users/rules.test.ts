import { expect, test } from 'vitest';
import { emailKey } from '../../src/users/rules.ts';

test.each(['anna@demo.example', 'Anna@Demo.EXAMPLE'])('%s is compared without case', (email) => {
	expect(emailKey(email)).toBe('anna@demo.example');
});
