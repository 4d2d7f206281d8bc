import { connect } from 'node:net';

/** Connects to the test and runs until it is killed. The test then sees that the connection closes. */
connect(Number(process.argv[2]), '127.0.0.1').on('close', () => process.exit());
