@echo off
node --max-semi-space-size=2 --conditions=workspace-gateway-plugin "%~dp0..\dist\plugin\main.js" %*
