import { connect } from 'node:net';

/** Calls the test, and lives until it is killed: the test sees the connection close. */
connect(Number(process.argv[2]), '127.0.0.1').on('close', () => process.exit());
