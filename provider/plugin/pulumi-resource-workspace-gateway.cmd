@echo off
node --max-semi-space-size=2 --optimize-for-size --no-opt --single-threaded --conditions=workspace-gateway-plugin "%~dp0..\dist\plugin\main.js" %*
