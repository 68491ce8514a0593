export * from '../../../node_modules/zod/v4/classic/checks.js';
export * as coerce from '../../../node_modules/zod/v4/classic/coerce.js';
export * from '../../../node_modules/zod/v4/classic/errors.js';
export * as iso from '../../../node_modules/zod/v4/classic/iso.js';
export * from '../../../node_modules/zod/v4/classic/parse.js';
export * from '../../../node_modules/zod/v4/classic/schemas.js';
export { config } from '../../../node_modules/zod/v4/core/core.js';
